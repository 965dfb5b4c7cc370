import {parseTimestamp} from '../../../kernel/clock.js';
import {controllerOf} from '../../../objects/owner.js';
import {nestedMapSlice, nestedString, type Unstructured} from '../../../objects/unstructured.js';

/** The decision of draining about one Pod. */
export interface DrainVerdict {
	readonly evict: boolean;
	readonly warning?: string;
	/** Why it cannot be drained, with the flag that allows it. */
	readonly problem?: string;
}

/** The options of a drain. */
export interface DrainFlags {
	readonly force: boolean;
	readonly ignoreDaemonSets: boolean;
	readonly deleteEmptyDir: boolean;
	/** Pods that have been terminating for more than this many seconds are skipped; 0 skips no Pods. */
	readonly skipDeletedSeconds?: number;
	readonly wallClockMs?: number;
	/** The server's error for the DaemonSet that a Pod names; `undefined` if it exists. */
	readonly daemonSetProblem?: {readonly message: string; readonly missing: boolean};
}

const mirror = 'kubernetes.io/config.mirror';
const daemons = 'DaemonSet-managed Pods';
const local = 'Pods with local storage';
const unmanaged = 'Pods that declare no controller';

const isFinished = (pod: Unstructured): boolean =>
	['Succeeded', 'Failed'].includes(nestedString(pod, 'status', 'phase') ?? '');

const hasLocalStorage = (pod: Unstructured): boolean =>
	nestedMapSlice(pod, 'spec', 'volumes').some((volume) => volume['emptyDir'] !== undefined);

type Filter = (pod: Unstructured, flags: DrainFlags) => DrainVerdict;

const fine: DrainVerdict = {evict: true};

const skipDeleted: Filter = ({metadata}, {skipDeletedSeconds = 0, wallClockMs = 0}) => {
	const since = metadata?.deletionTimestamp;
	return skipDeletedSeconds > 0 &&
		since &&
		Math.trunc((wallClockMs - parseTimestamp(since)) / 1000) > skipDeletedSeconds
		? {evict: false}
		: fine;
};

const ofDaemonSet: Filter = (pod, {ignoreDaemonSets, force, daemonSetProblem}) => {
	if (controllerOf(pod)?.kind !== 'DaemonSet' || isFinished(pod)) {
		return fine;
	}

	if (daemonSetProblem) {
		const {message, missing} = daemonSetProblem;
		return missing && force ? {evict: true, warning: message} : {evict: false, problem: message};
	}

	return ignoreDaemonSets
		? {evict: false, warning: `ignoring ${daemons}`}
		: {evict: false, problem: `cannot delete ${daemons} (use --ignore-daemonsets to ignore)`};
};

const ofMirror: Filter = ({metadata}) => (metadata?.annotations?.[mirror] === undefined ? fine : {evict: false});

const withLocalStorage: Filter = (pod, {deleteEmptyDir}) => {
	if (!hasLocalStorage(pod) || isFinished(pod)) {
		return fine;
	}

	if (deleteEmptyDir) {
		return {evict: true, warning: `deleting ${local}`};
	}

	return {evict: false, problem: `cannot delete ${local} (use --delete-emptydir-data to override)`};
};

const withoutController: Filter = (pod, {force}) => {
	if (isFinished(pod) || controllerOf(pod)) {
		return fine;
	}

	if (force) {
		return {evict: true, warning: `deleting ${unmanaged}`};
	}

	return {evict: false, problem: `cannot delete ${unmanaged} (use --force to override)`};
};

const filters: readonly Filter[] = [skipDeleted, ofDaemonSet, ofMirror, withLocalStorage, withoutController];

/**
Whether a Pod can be drained: the filters in order, until one refuses. The last verdict counts, so a later filter hides the warning of an earlier one.

@mirrors kubectl/pkg/drain Helper.GetPodsForDeletion
*/
export const drainVerdict: Filter = (pod, flags) => {
	let verdict = fine;
	for (const filter of filters) {
		verdict = filter(pod, flags);
		if (!verdict.evict) {
			break;
		}
	}

	return verdict;
};
