import type {ClusterRecording} from '../cluster.js';
import {atOnce, type Place} from '../debugger/recording.js';
import type {Stop} from '../kernel/stop.js';
import {parseDuration} from '../go/duration.js';
import type {KubernetesObject} from '../objects/kubernetes-object.js';
import {registryKey} from '../objects/resources.js';
import {loopWaits, lostIn, waitingIn} from './attempts.js';
import {FutileReplacement} from './futile-replacement.js';
import {outagesIn} from './outage.js';
import {growthWaits} from './growth-waits.js';
import {busiestIn, type Busiest} from './busiest.js';
import type {ManifestObject} from './manifest-object.js';
import {progressOf, type AppliedProgress, type ObjectProgress} from './progress.js';
import {writesOfObjects} from './look.js';
import {resourceOfKindIn} from './resource-of-kind.js';
import type {Scene} from './symptom.js';
import {collectedWords, missingOwnerOf} from './rows/collected.js';
import {preemptedWords, preemptionOf} from './rows/preempted.js';
import {ailments} from './table.js';
import {nextTurns} from './next-turns.js';
import {silentNodes} from './node-waits.js';
import {Stillness} from './stillness.js';
import type {Wait} from './wait.js';
import {firstCronMs, waits} from './waits.js';
import {inWords, told, type Saying} from './words/words.js';

/** A command that has not ended. */
export interface RunningCommand {
	/** The command line, as typed. */
	readonly line: string;
	/** The last line that it has printed; may be empty. */
	readonly says: string;
}

/** A command, and its expected effect. */
export interface Task {
	readonly recording: ClusterRecording;
	/** The judged objects: a command may add some while it runs. */
	readonly objects: () => readonly ManifestObject[];
	/** The time of the command, in virtual milliseconds. */
	readonly fromMs: number;
	/** The exit code of the command; `undefined` while it runs. */
	readonly code: () => number | undefined;
	/** The command while it runs; `undefined` where it has ended. */
	readonly running?: () => RunningCommand | undefined;
	/** The longest wait, if the user set one. */
	readonly forMs?: number;
	/** Whether the run is the trial of a change: then one run of a CronJob is enough. */
	readonly isTrial?: boolean;
	/** The number of stops after which it ends, even with due work: this also limits memory and output. */
	readonly mostStops?: number;
	/** Sees each stop as it is recorded. */
	readonly onStop?: (stop: Stop) => void;
	/** Receives each change of the awaited event, and its due time in virtual milliseconds. */
	readonly onWait?: (wait: Wait, untilMs: number, limitMs: number) => void;
}

/** Why a run was ended before it came to rest. */
export type Cut =
	/** The run reached its limit of stops. */
	| {
			readonly by: 'stops';
			readonly most: number;
			/** The process that made the last stops. */
			readonly busiest?: Busiest;
	  }
	/** The run reached its limit of time. */
	| {
			readonly by: 'time';
			readonly seconds: number;
			/** The first event that is still due, if known. */
			readonly due?: Saying;
	  };

/** The stop at which a task came to rest, or was cut short. */
export interface Settled {
	readonly objects: readonly AppliedProgress[];
	/** The exit code of its command; `undefined` while it runs. */
	readonly code: number | undefined;
	/** The limit that ended the run before it came to rest. */
	readonly cut?: Cut;
	/** The command that continues without end, such as a drain that a budget forbids. */
	readonly endless?: RunningCommand & {
		/** The duration of the run. */
		readonly seconds: number;
	};
}

/**
How a run ended, in one word.

`done`: every requested object is there. `refused`: a request was refused. `stuck`: at rest, and an object is not as requested; it does not
recover automatically. `cut`: a limit ended the run before it came to rest, so the outcome is unknown.
*/
export type State = 'done' | 'refused' | 'stuck' | 'cut';

/** The state at a task's end. */
export const stateOf = ({objects, code, cut, endless}: Settled): State => {
	if (code !== undefined && code !== 0) {
		return 'refused';
	}

	if (objects.some(({isStored}) => !isStored) && !cut) {
		return 'refused';
	}

	if (cut) {
		return 'cut';
	}

	if (endless || code === undefined || objects.some(({state}) => state !== 'done')) {
		return 'stuck';
	}

	return 'done';
};

/** The cluster of a recording as it is now. */
export const sceneOf = ({kernel, stops, scenario}: ClusterRecording): Scene => ({
	ledger: kernel.ledger,
	wallMs: kernel.wallClockMs,
	outages: outagesIn({kernel}),
	ignoresPolicies: scenario.cni?.networkPolicy === false,
	waitingIn: (pod, key) => waitingIn(pod, key, stops, kernel.now),
	lostIn: (pod, key) => lostIn(pod, key, stops),
});

/** A healthy object that does not fulfil its purpose. */
const withAilment = (key: string, progress: ObjectProgress, scene: Scene): ObjectProgress => {
	const ailment = progress.state === 'done' ? ailments(key, scene)[0] : undefined;
	return ailment && !ailment.isRemark
		? {
				...progress,
				state: 'waiting',
				words: (words) => words.progress.butUseless(inWords(progress.words, words)),
				healthyWords: progress.words,
			}
		: progress;
};

/** The state of an object, and whether it fulfils its purpose. */
export const standingOf = (key: string, object: KubernetesObject, scene: Scene): ObjectProgress =>
	withAilment(key, progressOf(key, object, scene), scene);

/** The state of each judged object. */
export const progressOfAll = ({
	recording,
	objects,
}: Pick<Task, 'recording' | 'objects'>): readonly AppliedProgress[] => {
	const scene = sceneOf(recording);
	return objects().map(({apiVersion, kind, namespace = 'default', name, file, positionOf}) => {
		const {ledger} = recording.kernel;
		const resource = resourceOfKindIn(recording, apiVersion, kind);
		const key = resource && registryKey(resource, resource.namespaced ? namespace : undefined, name);
		const called = `${resource?.singular ?? kind.toLowerCase()}/${resource?.namespaced ? `${namespace}/` : ''}${name}`;
		// A document that is not an object has no name: its place identifies it.
		const {line, column} = kind === '' && name === '' ? positionOf([]) : {};
		const words = line === undefined ? called : `${file}:${line}:${column}`;
		const value = key === undefined ? undefined : ledger.read<KubernetesObject>(key);
		if (key !== undefined && value) {
			return {name: words, key, isStored: true, ...standingOf(key, value, scene)};
		}

		const preemption = key === undefined ? undefined : preemptionOf(ledger, key);
		if (preemption) {
			return {name: words, key, state: 'failed', words: preemptedWords(preemption), isStored: true};
		}

		const owner = key === undefined ? undefined : missingOwnerOf(ledger, key);
		if (owner) {
			return {name: words, key, state: 'failed', words: collectedWords(owner), isStored: true};
		}

		return key !== undefined && ledger.versions(key).length > 0
			? {name: words, key, state: 'done', words: ({progress}) => progress.deleted, isStored: true}
			: {name: words, key, state: 'failed', words: ({progress}) => progress.notStored, isStored: false};
	});
};

/** The virtual time without progress after which a run counts as stuck: longer than a connection without an answer lasts, which is 127 s. */
const patienceMs = 150_000;
/** The default limit of a run, in virtual time. */
export const limitMs = 600_000;

/** The number of stops that a run may make by default: about a gigabyte. */
export const mostStopsOf = 1_000_000;

/** The number of last stops for which the busiest process is reported. */
const lastStops = 10_000;

/** The busiest process of the last stops of an endless run. @param mostStops the number of stops that it was allowed to make */
export const busiestOfLast = ({stops}: ClusterRecording, mostStops: number): Busiest | undefined =>
	busiestIn(stops.slice(-Math.min(lastStops, mostStops)));

/** The cut of a run that reached its limit of stops. */
export const cutAfter = (recording: ClusterRecording, mostStops: number): Cut => {
	const busiest = busiestOfLast(recording, mostStops);
	return {by: 'stops', most: mostStops, ...(busiest ? {busiest} : {})};
};

/** The duration from which a command is mentioned. */
const noticeMs = 30_000;

/** A command's own time limit, in milliseconds. */
const ownLimitMs = (line: string): number => {
	const [, limit = ''] = /\s--timeout[= ](\S+)/.exec(line) ?? [];
	return Math.max(0, parseDuration(limit) ?? 0);
};

/** Follows the objects' states, and decides when to stop waiting. */
class Watcher {
	#nextLookMs: number;
	/** The number of writes at the last check at rest. */
	#writes = -1;
	/** The writes of objects at the last check. */
	#written = -1;
	#lastBetterMs: number;
	#doneCount = 0;
	#told = '';
	#expectedMs = Number.NEGATIVE_INFINITY;
	#isExpecting = false;
	readonly #limitMs: number;
	readonly #futile: FutileReplacement;
	readonly #stillness: Stillness;

	constructor(readonly task: Task) {
		this.#futile = new FutileReplacement(task.recording.kernel.ledger);
		this.#stillness = new Stillness(task.recording.kernel.ledger);
		this.#nextLookMs = task.fromMs + 1000;
		this.#lastBetterMs = task.fromMs;
		this.#limitMs = task.fromMs + (task.forMs ?? limitMs);
	}

	/** The first thing that is due within the limit. */
	#due(): Wait | undefined {
		return this.#firstDue(this.#limitMs);
	}

	#firstDue(limitMs: number): Wait | undefined {
		const {recording, forMs, isTrial = false} = this.task;
		const {wallClockMs, now} = recording.kernel;
		const sinceMs = wallClockMs - now + this.task.fromMs;
		const patience = {
			cronMs: forMs ?? firstCronMs,
			everyRun: forMs !== undefined && !isTrial,
			// Within the limit of the user, all that may still end is worth waiting for.
			workMs: forMs === undefined || isTrial ? patienceMs : Number.MAX_SAFE_INTEGER,
			sinceMs,
		};
		return [
			...waits(sceneOf(recording), patience),
			...silentNodes(recording),
			...loopWaits(recording),
			...growthWaits(recording),
			...nextTurns(recording, sinceMs),
		].find(({untilMs, isLongest = false}) => isLongest || untilMs - wallClockMs + now <= limitMs);
	}

	#tell(due: Wait): void {
		const {recording, onWait} = this.task;
		const words = told(due.words);
		if (words !== this.#told) {
			this.#told = words;
			onWait?.(due, due.untilMs - recording.kernel.wallClockMs + recording.kernel.now, this.#limitMs);
		}
	}

	/** Whether something is due although nothing happens; recomputed each second. */
	isExpecting(): boolean {
		const {now} = this.task.recording.kernel;
		if (now >= this.#expectedMs + 1000) {
			this.#expectedMs = now;
			this.#isExpecting = this.#due() !== undefined;
		}

		return this.#isExpecting;
	}

	/** The state while the command runs: after its own time limit and ours, it is no longer waited for. */
	#lookAtCommand(): Settled | undefined {
		const {recording, running, fromMs} = this.task;
		const {now} = recording.kernel;
		const command = now < this.#nextLookMs ? undefined : running?.();
		if (!command) {
			return undefined;
		}

		this.#nextLookMs = now + 1000;
		const ownMs = ownLimitMs(command.line);
		const untilMs = this.#limitMs + ownMs;
		if (now - fromMs >= noticeMs) {
			const {wallClockMs} = recording.kernel;
			this.#tell({
				untilMs: untilMs + wallClockMs - now,
				words: ({progress}) => progress.waits.command(command.says || command.line),
			});
		}

		return now < untilMs
			? undefined
			: {
					objects: progressOfAll(this.task),
					code: undefined,
					endless: {...command, seconds: Math.round((now - fromMs) / 1000)},
				};
	}

	/** The last stop; `undefined` while the run continues. It is checked once a second, and at rest. */
	look(): Settled | undefined {
		const {recording, code, forMs} = this.task;
		const {now} = recording.kernel;
		if (code() === undefined) {
			return this.#lookAtCommand();
		}

		// At rest, the last write may have been the missing one.
		const {writes} = recording.kernel.ledger;
		if (now < this.#nextLookMs && !(recording.resting && writes !== this.#writes)) {
			return undefined;
		}

		this.#writes = recording.resting ? writes : -1;
		this.#nextLookMs = now + 1000;
		const due = this.#due();
		if (due && recording.resting) {
			this.#tell(due);
		}

		// While something is due, the run continues: objects are checked again once something has changed.
		const written = writesOfObjects(recording.kernel.ledger);
		if (due && now < this.#limitMs && written === this.#written) {
			return undefined;
		}

		this.#written = written;
		const objects = progressOfAll(this.task);
		const count = objects.filter(({state}) => state === 'done').length;
		if (count > this.#doneCount) {
			this.#doneCount = count;
			this.#lastBetterMs = now;
		}

		const isSettled =
			!due && (recording.resting || now - this.#lastBetterMs > (forMs ?? patienceMs) || this.#isInVain(objects));
		return isSettled || now >= this.#limitMs
			? {objects, code: code(), ...(count === objects.length ? {} : this.#cut(isSettled))}
			: undefined;
	}

	/** Whether kubelets refuse the missing Pods of an object repeatedly, and every other object that is not done is at rest. */
	#isInVain(objects: readonly AppliedProgress[]): boolean {
		const undone = objects.flatMap(({state, key}) => (state === 'done' ? [] : [key]));
		const others = undone.filter((key) => key === undefined || !this.#futile.concerns(key));
		if (others.length === undone.length) {
			return false;
		}

		const {now} = this.task.recording.kernel;
		// All are asked: the rest of each begins with the first question.
		return others.map((key) => key !== undefined && this.#stillness.concerns(key, now)).every(Boolean);
	}

	/** The events that the time limit prevented. Without a limit from the user, events after the default limit do not count. */
	#cut(isSettled: boolean): Pick<Settled, 'cut'> {
		const {forMs = limitMs} = this.task;
		const due = this.#firstDue(Number.POSITIVE_INFINITY);
		return isSettled && (!due || this.task.forMs === undefined || this.task.isTrial)
			? {}
			: {cut: {by: 'time', seconds: Math.round(forMs / 1000), ...(due ? {due: due.words} : {})}};
	}
}

/** The current state, without waiting. */
export const standing = (task: Task): Settled => ({objects: progressOfAll(task), code: task.code()});

/** Continues until no event of the user's objects is due: retries, deadlines, back-offs, probes, schedules. It does not wait for housekeeping. */
export const settle = (task: Task): Settled => atOnce(settling(task));

/** Like {@link settle}, stop by stop, for a caller with other work. */
export function* settling(task: Task): Generator<Place, Settled> {
	const {recording, code, onStop, mostStops = mostStopsOf} = task;
	const watcher = new Watcher(task);
	const endStep = recording.stops.length + mostStops;
	for (;;) {
		if (recording.stops.length >= endStep) {
			return {objects: progressOfAll(task), code: code(), cut: cutAfter(recording, mostStops)};
		}

		const settled = watcher.look();
		if (settled) {
			return settled;
		}

		// A command that has not ended waits too: such as for a node that returns.
		const isWaiting = code() !== undefined || (recording.resting && watcher.isExpecting());
		const stop = recording.extend(
			isWaiting ? recording.kernel.now + 1000 : undefined,
			!isWaiting || !recording.resting,
		);
		if (stop) {
			onStop?.(stop);
		} else if (!isWaiting) {
			return {objects: progressOfAll(task), code: code()};
		}

		yield {step: recording.stops.length - 1, timeMs: recording.kernel.now};
	}
}
