import type {InitializeHook, LoadHook, ResolveHook} from 'node:module';
import {planted, switched, type Change} from './switches.js';

/** The mistakes that can be planted, and those planted from the start. */
export interface Planting {
	readonly changes: readonly Change[];
	readonly current: number;
	/** The replacement of AVA for tests that run more than once. */
	readonly ava?: string;
}

let planting: Planting = {changes: [], current: -1};

export const initialize: InitializeHook<Planting> = (given) => {
	planting = given;
};

/** Gives tests their stand-in for AVA. */
export const resolve: ResolveHook = (specifier, context, next) =>
	specifier === 'ava' && planting.ava !== undefined
		? {url: planting.ava, shortCircuit: true}
		: next(specifier, context);

const fileOf = (url: string): string => /\/dist\/(.+\.js)$/.exec(url)?.[1] ?? '';

/**
Loads a module with a switch for each of its mistakes. A mistake without a switch, such as another constant, is in the module only if it is the planted one.

@throws {Error} where the text to be changed is not there, or more than once
*/
export const load: LoadHook = async (url, context, next) => {
	const loaded = await next(url, context);
	const file = fileOf(url);
	const changes = planting.changes.filter((one) => one.file === file);
	if (changes.length === 0) {
		return loaded;
	}

	const source = String(loaded.source);
	const {source: withSwitches, withoutSwitch} = switched(source, changes);
	const fixed = changes.find(({number}) => number === planting.current && withoutSwitch.includes(number));
	return {...loaded, source: fixed ? planted(fixed, source) : withSwitches};
};
