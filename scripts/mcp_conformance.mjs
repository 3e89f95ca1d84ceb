// Loaded before MCP's conformance suite: puts headers, by which a server knows who comes, on each request that the suite
// sends.
import { subscribe } from 'node:diagnostics_channel';

const headers = Object.entries(JSON.parse(process.env.CONFORMANCE_HEADERS));
subscribe('undici:request:create', ({ request }) => {
    headers.forEach(([name, value]) => request.addHeader(name, value));
});
subscribe('http.client.request.created', ({ request }) => {
    headers.forEach(([name, value]) => request.setHeader(name, value));
});
