// The view library in one place: templates, hooks, signals. Pages import from here only.
import {
  h,
  render,
  Fragment,
  Component,
  createContext,
  createRef,
  cloneElement,
  toChildArray,
} from '/vendor/preact/preact.js';
import * as hooks from '/vendor/preact/hooks.js';
import * as signals from '/vendor/signals/signals.js';
import htm from '/vendor/htm/htm.js';

/** @type {(strings: TemplateStringsArray, ...values: any[]) => import('preact').VNode<any>} */
export const html = htm.bind(h);
export { h, render, Fragment, Component, createContext, createRef, cloneElement, toChildArray };

// What begins as null or empty may become anything: these three say so to the type check.
export const useState = /** @type {UseState} */ (hooks.useState);
export const useRef = /** @type {UseRef} */ (hooks.useRef);
export const signal = /** @type {MakeSignal} */ (signals.signal);
export {
  useEffect,
  useLayoutEffect,
  useMemo,
  useCallback,
  useReducer,
  useContext,
  useId,
  useErrorBoundary,
} from '/vendor/preact/hooks.js';
export {
  computed,
  effect,
  batch,
  untracked,
  useSignal,
  useComputed,
  useSignalEffect,
} from '/vendor/signals/signals.js';

/** Class names from a mixed list: `cls('a', on && 'b')`. */
export function cls(...names) {
  return names.filter(Boolean).join(' ');
}
