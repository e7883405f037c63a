// A closed element prints closed: open all while printing, and put them back after.
let closed = [];
addEventListener('beforeprint', () => {
  closed = [...document.querySelectorAll('details:not([open])')];
  closed.forEach(one => { one.open = true; });
});
addEventListener('afterprint', () => closed.forEach(one => { one.open = false; }));

// A link to what is folded unfolds it.
function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === 'DETAILS') { target.open = true; target.scrollIntoView(); }
}
addEventListener('hashchange', unfold);
unfold();

// Settings to be copied: into the clipboard, or else selected.
document.querySelectorAll('.copy').forEach(one => {
  const button = one.querySelector('button'), text = one.querySelector('pre');
  button.hidden = false;
  button.addEventListener('click', async () => {
    getSelection().selectAllChildren(text);
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Selected: copy it with your keyboard';
    }
  });
});
