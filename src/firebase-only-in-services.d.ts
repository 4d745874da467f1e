// Components, features and the app resolve `firebase/*` to this file (see their tsconfig.json), which exports
// nothing: an SDK import outside src/services does not compile.
export {};
