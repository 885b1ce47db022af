let next = '';

/** Keeps what was done, to be said above the view that is shown next. */
export function say(text) {
  next = text;
}

/** What is to be said above a view; told once. */
export function said() {
  const text = next;
  next = '';
  return text;
}
