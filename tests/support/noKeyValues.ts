// In the place of `idb-keyval` where there is no IndexedDB, as in Node: stores nothing, and what is read is not there.

export const get = async () => undefined;
export const getMany = async (keys: readonly unknown[]) => keys.map(() => undefined);
export const set = async () => {};
export const setMany = async () => {};
export const update = async () => {};
export const del = async () => {};
export const delMany = async () => {};
export const keys = async () => [];
export const createStore = () => async () => {};
export const promisifyRequest = async () => undefined;
