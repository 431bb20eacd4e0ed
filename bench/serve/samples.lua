-- wrk -s samples.lua URL -- FILE SAMPLES PATH: the rows of a CSV file, that many a request, again and again
function init(args)
  local file, count, path = args[1], tonumber(args[2]), args[3]
  local samples = {}
  for line in io.lines(file) do
    local values = line:match("^([0-9.,e-]+),[^,]*$") -- without the label; the header does not match
    if values then samples[#samples + 1] = '{"values":[' .. values .. "]}" end
  end
  requests = {}
  for first = 1, #samples - count + 1, count do
    local body = samples[first]
    if count > 1 then body = "[" .. table.concat(samples, ",", first, first + count - 1) .. "]" end
    requests[#requests + 1] =
      wrk.format("POST", path, {["Content-Type"] = "application/json"}, body)
  end
  next_request = 0
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format("%.1f %d %.3f\n", summary.requests / summary.duration * 1e6,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(99) / 1000))
end
