// Sets the theme before anything is painted. A classic script, so that it runs first.
(function () {
  try {
    const prefs = JSON.parse(localStorage.getItem('gametree.prefs') || '{}');
    if (prefs.theme && prefs.theme !== 'auto') document.documentElement.dataset.theme = prefs.theme;
    if (prefs.motion === 'off') document.documentElement.dataset.motion = 'off';
  } catch {
    /* Storage is off: the browser's own theme is used. */
  }
})();
