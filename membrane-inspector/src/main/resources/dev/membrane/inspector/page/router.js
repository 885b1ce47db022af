/**
 * What the address says behind its `#`: a path and parameters, such as `#/records?type=semantic`.
 * The state of a view is there and nowhere else, so that a link leads to what somebody saw.
 */
export function route() {
  const [path, search] = location.hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(part => part).map(decoded),
    parameters: new URLSearchParams(search ?? ''),
  };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A link to a view. Lists are given once for each value; empty values are left out. */
export function href(path, parameters = {}) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    [value].flat().filter(one => one !== undefined && one !== null && one !== '' && one !== false)
      .forEach(one => search.append(name, one));
  }
  const text = search.toString();
  return `#/${[path].flat().map(encodeURIComponent).join('/')}${text && `?${text}`}`;
}

let isFollowed = false;

/** Goes to a view, and shows it anew if it is there already. */
export function go(address) {
  if (location.hash === address) {
    dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    isFollowed = true;
    location.hash = address;
  }
}

/** Whether somebody went on to the address, neither back nor by writing it; told once. */
export function wasFollowed() {
  const was = isFollowed;
  isFollowed = false;
  return was;
}

/** To a browser a link to what is shown leads nowhere. */
addEventListener('click', event => {
  const link = event.target.closest('a[href^="#/"]');
  if (link && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
    event.preventDefault();
    go(link.getAttribute('href'));
  }
});
