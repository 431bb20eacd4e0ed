-- wrk -s samples.lua URL -- SAMPLES: requests with that many samples around ten centres in four dimensions
function init(args)
  local count = tonumber(args[1])
  math.randomseed(1)
  local centres = {}
  for c = 1, 10 do
    centres[c] = {math.random(), math.random(), math.random(), math.random()}
  end
  requests = {}
  for r = 1, math.max(20, 2000 / count) do
    local samples = {}
    for i = 1, count do
      local centre = centres[math.random(10)]
      local values = {}
      for k = 1, 4 do
        values[k] = string.format("%.4f", 0.9 * centre[k] + 0.1 * math.random())
      end
      samples[i] = '{"values":[' .. table.concat(values, ",") .. "]}"
    end
    local body = count == 1 and samples[1] or "[" .. table.concat(samples, ",") .. "]"
    requests[r] = wrk.format("POST", "/samples", {["Content-Type"] = "application/json"}, body)
  end
  next_request = 0
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency, _)
  io.write(string.format("%.1f %d %.3f\n", summary.requests / summary.duration * 1e6,
    summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout,
    latency:percentile(99) / 1000))
end
