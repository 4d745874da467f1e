// Says on one screen that the browser is too old or lacks something, where the app would only show a spinner. A file of its
// own, because the Content Security Policy forbids inline scripts; written for browsers that know no `const`.
(function () {
  // light-dark() is the newest thing that the app uses: Chrome and Edge 123, Firefox 120, Safari 17.5 (see vite.config.ts).
  var isNew = window.CSS && CSS.supports && CSS.supports('color', 'light-dark(#000, #fff)');
  var needed = {
    'a newer version: Chrome or Edge 123, Firefox 120, Safari 17.5 or later': isNew,
    'web workers': window.Worker,
    'IndexedDB (storage of websites is switched off)': storage(),
  };
  var missing = [];
  for (var name in needed) if (!needed[name]) missing.push(name);
  if (missing.length > 0) refuse();

  function storage() {
    try {
      return window.indexedDB;
    } catch (_refused) {
      return null;
    }
  }

  function refuse() {
    // What would start the app finds this and leaves the screen alone (src/main.tsx).
    document.documentElement.setAttribute('data-browser-lacks', missing.join('; '));
    document.addEventListener('DOMContentLoaded', function () {
      var screen = document.createElement('main');
      screen.setAttribute('role', 'alert');
      screen.style.cssText = 'max-width: 36em; margin: 4em auto; padding: 0 1em; font: 16px/1.5 sans-serif';
      add(screen, 'h1', 'This browser cannot run GL Classifier');
      add(screen, 'p', 'It needs ' + missing.join('; ') + '.');
      add(screen, 'p', 'Update the browser, change its settings, or open this page in another one.');
      document.body.insertBefore(screen, document.body.firstChild);
    });
  }

  function add(screen, kind, text) {
    var part = document.createElement(kind);
    part.appendChild(document.createTextNode(text));
    screen.appendChild(part);
  }
})();
