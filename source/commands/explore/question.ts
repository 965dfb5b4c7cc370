import type {ClusterRecording} from '../../cluster.js';
import {compileCondition, wordsOf} from '../../debugger/breakpoint.js';
import type {AppliedProgress} from '../../diagnosis/progress.js';
import {sceneOf, type State} from '../../diagnosis/settle.js';
import {ailments, blockagesOf} from '../../diagnosis/table.js';
import {errorText} from '../../kernel/error-text.js';
import {keyGlob, keyNow} from '../../classroom/place.js';
import type {Event, Pod} from '../../objects/kubernetes.generated.js';
import {isPodReady, isTerminal} from '../../objects/pod.js';
import {closest, Mistake} from '../../scenario/mistake.js';
import {restartsOf} from '../../diagnosis/steadiness.js';
import type {Answer} from './distribution.js';
import {questionWords, type QuestionName} from './words.js';

/** A run that is over, as questions see it. */
export interface Finished {
	readonly recording: ClusterRecording;
	readonly verdict: State;
	/** The progress of the objects of the files. */
	readonly objects: readonly AppliedProgress[];
	/** The message of kubectl about the last command when it failed. */
	readonly complaint?: string;
	/** The time of the last command, in virtual milliseconds. */
	readonly fromMs: number;
	/** The last step before it. */
	readonly from: number;
}

/** A kind of question about every run. */
interface QuestionKind {
	readonly answer: (run: Finished) => Answer;
	/** The meaning of an answer, if it distinguishes ends; without it, runs that differ only in this answer have the same end. */
	readonly meaning?: (answer: Answer) => string | undefined;
}

/** The results of all clients' requests. */
type Counts = Readonly<Record<'answered' | 'refused' | 'reset' | 'timedOut' | 'failed', number>>;

const values = <T>({recording}: Finished, prefix: string): readonly T[] =>
	recording.kernel.ledger.entries<T>(prefix).map(([, value]) => value);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const lostOf = ({refused, reset, timedOut, failed}: Counts): number => refused + reset + timedOut + failed;

const traffic = (run: Finished): readonly Counts[] => values<Counts>(run, '/network/traffic/');

const pods = (run: Finished): readonly Pod[] => values<Pod>(run, '/registry/pods/');

const isStoredPod = (value: unknown): value is Pod => typeof value === 'object' && value !== null;

/** The time at which a Pod that is ready at the end became ready, in virtual milliseconds; `undefined` if it is no longer stored. */
const readySinceMs = ({recording}: Finished, key: string): number | undefined => {
	const versions = recording.kernel.ledger.versions(key);
	const notReady = versions.findLastIndex(({value}) => !isStoredPod(value) || !isPodReady(value));
	const first = versions[notReady + 1];
	return first && recording.stops.get(first.step)?.timeMs;
};

/** Milliseconds from the last command until every Pod that is to run was ready; no answer if a Pod is not ready, or no Pod exists. */
const timeToReady = (run: Finished): Answer => {
	const wanted = run.recording.kernel.ledger.entries<Pod>('/registry/pods/').filter(([, pod]) => !isTerminal(pod));
	const times = wanted.map(([key, pod]) => (isPodReady(pod) ? readySinceMs(run, key) : undefined));
	const known = times.filter((time) => time !== undefined);
	return known.length === 0 || known.length < times.length ? undefined : Math.max(0, Math.max(...known) - run.fromMs);
};

/** The longest time, in milliseconds, without an answer for any client, after the first answer. */
const longestSilence = ({recording}: Finished): Answer => {
	let longest: number | undefined;
	let lastMs: number | undefined;
	for (const stop of recording.stops) {
		if (stop.stage === 'traffic.answered') {
			longest = Math.max(longest ?? 0, stop.timeMs - (lastMs ?? stop.timeMs));
			lastMs = stop.timeMs;
		}
	}

	return longest;
};

/** The trouble of the objects of the files, in the words of the table of symptoms. */
const diagnosis = ({recording, objects, verdict}: Finished): Answer => {
	const scene = sceneOf(recording);
	const found = objects.flatMap(({key, state}) =>
		key === undefined ? [] : [...(state === 'done' ? [] : blockagesOf(key, scene)), ...ailments(key, scene)],
	);
	const symptoms = [...new Set(found.filter(({isRemark}) => !isRemark).map(({symptom}) => symptom))].sort();
	if (symptoms.length > 0) {
		return symptoms.join(', ');
	}

	if (verdict === 'done') {
		return 'nothing is wrong';
	}

	return verdict;
};

/** Non-periodic work after the last command ended then, in milliseconds after it. */
const timeToRest = ({recording, from, fromMs}: Finished): Answer => {
	for (let step = recording.stops.length - 1; step > from; step--) {
		const stop = recording.stops.get(step);
		if (stop && !stop.periodic && stop.component !== 'traffic') {
			return stop.timeMs - fromMs;
		}
	}

	return 0;
};

const asItIs = (answer: Answer): string => (answer === undefined ? 'no answer' : String(answer));

/** The questions that have a name. */
const questions: Readonly<Record<QuestionName, QuestionKind>> = {
	'requests lost': {
		answer: (run) => sumOf(traffic(run).map(lostOf)),
		meaning: (answer) => (answer === 0 ? 'no request is lost' : 'requests are lost'),
	},
	'requests answered': {
		answer: (run) => sumOf(traffic(run).map(({answered}) => answered)),
	},
	'longest silence': {answer: longestSilence},
	'time to Ready': {
		answer: timeToReady,
		meaning: (answer) => (answer === undefined ? 'not every Pod is Ready' : 'every Pod is Ready'),
	},
	'time to rest': {answer: timeToRest},
	restarts: {
		answer: (run) => sumOf(pods(run).map(restartsOf)),
		meaning: (answer) => (answer === 0 ? 'no container has restarted' : 'containers have restarted'),
	},
	Pods: {answer: (run) => pods(run).length},
	warnings: {
		answer: (run) =>
			sumOf(
				values<Event>(run, '/registry/events/')
					.filter(({type}) => type === 'Warning')
					.map(({count, series}) => series?.count ?? count ?? 1),
			),
	},
	writes: {
		answer: ({recording, from}) =>
			recording.kernel.ledger.changes.filter(({step, key}) => step > from && key.startsWith('/registry/')).length,
	},
	verdict: {answer: ({verdict}) => verdict},
	diagnosis: {answer: diagnosis, meaning: asItIs},
};

/** A question for every run. */
export interface Question extends QuestionKind {
	/** The question, as the user wrote it. */
	readonly name: string;
}

const isQuestionName = (word: string): word is QuestionName => Object.hasOwn(questionWords, word);
const questionNames = Object.keys(questionWords).filter(isQuestionName);

const kindOf = (text: string): Question | undefined => {
	const name = questionNames.find((one) => one.toLowerCase() === text.trim().toLowerCase());
	return name && {name, ...questions[name]};
};

/** A question in CEL, as it is answered by the object at the end of a run. */
const celQuestion = (name: string, object: string, expression: string): Question => ({
	name,
	answer({recording}) {
		const last = recording.stops.at(-1);
		const key = keyNow(recording, object, Number.POSITIVE_INFINITY);
		if (!last || key === undefined) {
			return undefined;
		}

		try {
			const words = wordsOf(recording, last, expression, key);
			return /^-?\d+(?:\.\d+)?$/.test(words) ? Number(words) : words;
		} catch {
			// A missing field does not count as an answer.
			return undefined;
		}
	},
	meaning: asItIs,
});

/** Reads the words of `--ask`. @throws {Mistake} when they are not a question. */
export const readQuestion = (text: string): Question => {
	const known = kindOf(text);
	if (known) {
		return known;
	}

	const [, object, expression] = /^\s*(\S+?):\s+(\S.*?)\s*$/s.exec(text) ?? [];
	if (object === undefined || expression === undefined) {
		const near = closest(text, questionNames);
		throw new Mistake(
			`--ask "${text}": this is not a question`,
			{},
			near
				? `did you mean "${near}"?`
				: `ask ${questionNames.join(', ')}, or OBJECT: CEL, such as "deployment/web: object.status.readyReplicas"`,
		);
	}

	try {
		keyGlob(object);
		compileCondition(expression);
	} catch (error) {
		throw new Mistake(`--ask "${text}": ${errorText(error)}`);
	}

	return celQuestion(text.trim(), object, expression);
};
