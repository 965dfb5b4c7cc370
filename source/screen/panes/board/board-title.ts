import type {Pod} from '../../../objects/kubernetes.generated.js';
import {nestedNumber} from '../../../objects/unstructured.js';
import {width} from '../../paint/text.js';
import {shorten} from '../../paint/text-layout.js';
import type {State} from '../../state/state.js';
import {podSummary} from '../pod-summary.js';
import {wordsOf} from '../../words/words.js';
import {boardOf} from './model.js';

/** The status of the followed object in the words of `kubectl get`, the longest first; nothing before it is stored. */
const standings = ({recording, cursor}: State, key: string): readonly string[] => {
	const object = recording.kernel.ledger.readAt<Pod>(key, cursor);
	if (object !== undefined && key.startsWith('/registry/pods/')) {
		const {ready, phase} = podSummary(object);
		return [` ${ready} ${phase}`, phase === 'Running' ? ` ${ready}` : ` ${phase}`, ` ${ready}`];
	}

	const wanted = nestedNumber(object, 'spec', 'replicas');
	return wanted === undefined ? [] : [` ${nestedNumber(object, 'status', 'readyReplicas') ?? 0}/${wanted}`];
};

/** The number of columns that identify a name. */
const leastName = 14;

/** The title of the board: the followed object and its state, for which its box may have no room. */
export const boardTitle = (state: State, title: string, columns: number): string => {
	const {token} = boardOf(state);
	if (!token || token.label === wordsOf(state).board.command) {
		return title;
	}

	const room = columns - width(title) - 3;
	const needs = Math.min(leastName, width(token.label));
	const [how = ''] = (token.key === undefined ? [] : standings(state, token.key)).filter(
		(one) => room - width(one) >= needs,
	);
	return room < needs ? title : `${title} · ${shorten(token.label, room - width(how))}${how}`;
};
