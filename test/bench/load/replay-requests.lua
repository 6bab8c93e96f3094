-- Sends the requests of a file one after the other, and from its beginning again at its end. Each is preceded by
-- its length in eight digits.
local file

function init(args)
  file = assert(io.open(args[1], "rb"))
end

function request()
  local length = file:read(8)
  if length == nil then
    file:seek("set", 0)
    length = file:read(8)
  end
  return file:read(tonumber(length))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"answers":%d,"seconds":%f,"p50Ms":%f,"p99Ms":%f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
