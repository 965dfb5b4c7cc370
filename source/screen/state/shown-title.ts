import {resourceOfWord} from '../../classroom/place.js';
import {shownKey, stopOf, type State} from './state.js';
import {isRecord} from '../../kernel/record.js';
import {wordsOf} from '../words/words.js';
import {objectName} from '../../objects/object-name.js';

const kindOf = (value: unknown): string | undefined => {
	const kind = isRecord(value) ? value['kind'] : undefined;
	return typeof kind === 'string' ? kind : undefined;
};

/** `Pod default/web` for the object in the state pane. */
export const shownTitle = (state: State): string => {
	const key = shownKey(state);
	const stop = stopOf(state);
	if (key === undefined) {
		const words = wordsOf(state);
		return stop?.facts ? words.stop.facts : words.panes.state.noObject;
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
