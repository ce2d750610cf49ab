import { allEndpoints } from '@fibado/contracts';
import { RouteAudit } from '../../src/platform/http/http.module.js';
import { createTestApp, type TestApp } from '../support/app.js';

/** What is promised is served, and what is served was promised. */
describe('routes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('serves every contract', () => {
    expect(app.app.get(RouteAudit).missing).toEqual([]);
  });

  it('serves nothing else', () => {
    const promised = new Set(allEndpoints.map((endpoint) => endpoint.id));
    expect([...app.app.get(RouteAudit).served.keys()].filter((id) => !promised.has(id))).toEqual([]);
  });

  it('has one contract a method and path, under the three base paths', () => {
    const places = allEndpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(places.filter((place, i) => places.indexOf(place) !== i)).toEqual([]);
    expect(places.filter((place) => !/ \/api\/(user|finance|notify|health)\//.test(place))).toEqual([]);
  });
});
