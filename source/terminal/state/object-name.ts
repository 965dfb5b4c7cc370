import {resourceOfWord} from '../../lessons/place.js';
import {shownKey, stopOf, type State} from './state.js';

/** Which object a ledger key means. */
export interface ObjectName {
	/** As kubectl names it: `pods`. */
	readonly resource: string;
	readonly namespace?: string;
	readonly name: string;
}

const clusterWide = new Map([
	['minions', 'nodes'],
	['namespaces', 'namespaces'],
	['persistentvolumes', 'persistentvolumes'],
	['storageclasses', 'storageclasses'],
	['priorityclasses', 'priorityclasses'],
	['clusterroles', 'clusterroles'],
	['clusterrolebindings', 'clusterrolebindings'],
]);

/** The object of a key under `/registry/`; other keys are no API objects. */
export const objectName = (key: string): ObjectName | undefined => {
	const parts = key.split('/').slice(1);
	if (parts[0] !== 'registry' || parts.length < 3) {
		return undefined;
	}

	// Custom resources, and those of groups that were added late, have their group before them.
	if (parts[1]!.includes('.')) {
		const rest = parts.slice(3);
		const resource = `${parts[2]}.${parts[1]}`;
		return rest.length === 0
			? undefined
			: {resource, ...(rest.length > 1 ? {namespace: rest.at(-2)} : {}), name: rest.at(-1)!};
	}

	const wide = clusterWide.get(parts[1]!);
	if (wide) {
		return {resource: wide, name: parts.slice(2).join('/')};
	}

	// Services and their endpoints share a folder: /registry/services/specs/…, /registry/services/endpoints/….
	const nested = parts[1] === 'services' && (parts[2] === 'specs' || parts[2] === 'endpoints');
	const resource = nested && parts[2] === 'endpoints' ? 'endpoints' : parts[1]!;
	const rest = parts.slice(nested ? 3 : 2);
	return rest.length === 1
		? {resource, name: rest[0]!}
		: {resource, namespace: rest.at(-2), name: rest.at(-1) === '' ? '(no name yet)' : rest.at(-1)!};
};

const kindOf = (value: unknown): string | undefined => {
	const {kind} = (value ?? {}) as {readonly kind?: unknown};
	return typeof kind === 'string' ? kind : undefined;
};

/** `Pod default/web` for what the state pane shows. */
export const shownTitle = (state: State): string => {
	const key = shownKey(state);
	const stop = stopOf(state);
	if (key === undefined) {
		return stop?.facts ? 'facts of this stop' : 'no object';
	}

	const name = objectName(key);
	if (!name) {
		return key;
	}

	const kind =
		kindOf(state.recording.kernel.ledger.readAt(key, state.cursor)) ??
		(stop?.object === key ? (kindOf(stop.facts?.after) ?? kindOf(stop.facts?.before)) : undefined) ??
		resourceOfWord(name.resource, state.recording)?.kind ??
		name.resource;
	return `${kind} ${name.namespace === undefined ? '' : `${name.namespace}/`}${name.name}`;
};

/** `pod/web`-like words for a key, short enough for a list. */
export const shortName = (key: string): string => {
	const name = objectName(key);
	return name ? `${name.resource}/${name.name}` : key;
};
