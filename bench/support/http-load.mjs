import { Agent, request } from 'node:http';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export const agentOf = (maxSockets) => new Agent({ keepAlive: true, maxSockets });

/** Sends a request and discards the body of the answer. @returns the status, 0 without an answer. */
export function send(origin, agent, { path, token, body, type = 'application/json' }) {
  return new Promise((resolve) => {
    const headers = {
      ...(token ? { msfauth: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {}),
    };
    const sent = request(origin + path, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}
