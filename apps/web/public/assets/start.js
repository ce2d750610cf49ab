// Before anything is drawn: the theme chosen in this browser, else the system's.
(function () {
  var stored;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    stored = null;
  }
  var dark = stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// The font is there at the first paint, or not at all on this visit (see `src/app/global.css`). It is asked for with the
// page where the line is quick; on a slow one it would hold up what the page is made of, and come too late all the same.
(function () {
  var script = document.querySelector('script[data-font]');
  if (!script) return;
  var page = performance.getEntriesByType('navigation')[0];
  if (!page || performance.now() - page.requestStart > 200) return;
  var link = { rel: 'preload', as: 'font', type: 'font/woff2', href: script.dataset.font, crossOrigin: '' };
  document.head.appendChild(Object.assign(document.createElement('link'), link));
})();

// The library that checks answers would try whether code can be made from text; the policy of the page refuses that
// and reports it. Told before the library is loaded, it does not try.
globalThis.__zod_globalConfig = { jitless: true };

// What a signed-in person's first page needs is requested beside the application's script, not after it: the files
// that the build names on this script's element, and the dashboard's data, which `src/lib/early-answer.ts` hands over.
(function () {
  var files = document.querySelector('script[data-files]');
  var texts = document.querySelector('script[data-texts]');
  var dashboard = /^\/fibado\/(?:dashboard|today)\/?$/.test(location.pathname);
  // As `FIRST_PAGES` of `src/lib/i18n.ts` has it.
  var part = /^\/fibado\/dashboard\/?$/.test(location.pathname) ? '-first' : '';
  var session;
  try {
    session = JSON.parse(localStorage.getItem('fibado-session'));
  } catch {
    session = null;
  }
  var user = session && session.userLogged;
  // As `isTokenValid` has it.
  if (!user || !(user.expirationToken - Date.now() >= 1000) || !/^\/(?!landing)/.test(location.pathname))
    return;
  document.documentElement.setAttribute('data-signed-in', '');

  function preload(attributes) {
    document.head.appendChild(Object.assign(document.createElement('link'), attributes));
  }
  if (files)
    files.dataset.files.split(' ').forEach(function (href) {
      if (href.endsWith('.css')) preload({ rel: 'preload', as: 'style', href: href, crossOrigin: '' });
      else preload({ rel: 'modulepreload', href: href });
    });
  if (texts && /^\/fibado\//.test(location.pathname)) {
    var language = sessionStorage.getItem('curr-language') === 'en' ? 'en' : 'it';
    var href = '/assets/i18n/' + language + part + '.json?v=' + texts.dataset.texts;
    preload({ rel: 'preload', as: 'fetch', href: href, crossOrigin: '' });
  }

  var maySee = (user.roles || []).some(function (role) {
    return role === 'FBDO_FIBADO' || role === 'FBDO_READ';
  });
  if (!dashboard || !maySee) return;
  var now = new Date();
  function pad(value) {
    return String(value).padStart(2, '0');
  }
  var today = now.getFullYear() + '-' + pad(now.getMonth() + 1) + '-' + pad(now.getDate());
  var quarter = new URLSearchParams(location.search).get('quarter');
  var wanted = /^\d{4}-(?:01|04|07|10)-01$/.test(quarter || '') ? '?quarter=' + quarter : '';
  var url = '/api/finance/dashboard/get/' + today + wanted;
  var headers = { CdClient: 'app', InternalHost: location.host, msfauth: 'Bearer ' + session.token };
  headers.CdTenant = user.tenant;
  var answer = fetch(url, { method: 'GET', headers: headers });
  // A failure is told where the answer is wanted.
  answer.catch(function () {});
  globalThis.fibadoEarlyAnswer = { url: url, headers: headers, at: Date.now(), answer: answer };
})();
