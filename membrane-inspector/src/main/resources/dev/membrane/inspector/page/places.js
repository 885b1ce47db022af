/** So many addresses are kept, the latest ones. */
const MOST = 100;

/** How far down each address was left. The browser restores that before a view is there. */
const tops = new Map();
history.scrollRestoration = 'manual';

export function leavePlace(address) {
  tops.delete(address);
  tops.set(address, scrollY);
  if (tops.size > MOST) {
    tops.delete(tops.keys().next().value);
  }
}

/** Whoever goes on begins at the top, and whoever comes back finds what they saw. */
export function findPlace(address, isNew) {
  scrollTo(0, isNew ? 0 : tops.get(address) ?? 0);
}
