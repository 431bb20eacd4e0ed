#include "serve/api_call.hpp"

namespace mpart::serve {

Api::Response Api::post_setup(Call& call) { return label_studio_.setup(call.request.body); }
Api::Response Api::post_webhook(Call& call) { return label_studio_.webhook(call.request.body); }
Api::Response Api::get_versions(Call& /*call*/) { return label_studio_.versions(); }

}  // namespace mpart::serve
