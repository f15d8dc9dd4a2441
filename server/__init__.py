"""Floor 6: the solver as a gRPC service, and its client.

app       the server's life: start, serve, drain
service   one short method a call
codec     wire messages to library types and back
status    errors to gRPC statuses and back
guard     what surrounds every call: request id, log line, errors
admission the bounded queue in front of the solver threads
client    the service as if it were the library
"""
