import {completeScenario} from '../../scenario/scenario.js';
import type {Done, Order} from './order.js';

type Progress = (done: number, all: number) => void;
type Of<Key extends string> = Extract<Order, Readonly<Record<Key, unknown>>>;

/** The number of threads: that of the order, otherwise one per core. */
const jobsOf = ({threads}: Order): {readonly jobs?: number} => (threads === undefined ? {} : {jobs: threads});

const checked = async (order: Of<'check'>, progress: Progress): Promise<Done> => {
	const [{check}, {mostStopsOfCheck}] = await Promise.all([
		import('../../commands/check/check.js'),
		import('../../commands/check/flags.js'),
	]);
	const report = await check({
		files: Object.entries(order.check).map(([file, text]) => ({file, text, isFound: false})),
		scenario: completeScenario(),
		how: {},
		language: order.language,
		mostStops: mostStopsOfCheck,
		...jobsOf(order),
		progress,
	});
	return {report};
};

const explored = async (order: Of<'explore'>, progress: Progress): Promise<Done> => {
	const [{explore}, {experimentOf}, {manifestsOf}] = await Promise.all([
		import('../../commands/explore/explore.js'),
		import('../../commands/explore/experiment.js'),
		import('../../commands/manifests.js'),
	]);
	const scenario = completeScenario();
	let text = '';
	await explore(experimentOf(scenario, manifestsOf(order.explore), order.words), {
		output: 'text',
		language: order.language,
		from: scenario.seed,
		seeds: order.seeds,
		...jobsOf(order),
		write(part) {
			text += part;
		},
		progress({done, all, what}) {
			if (what === 'runs') {
				progress(done, all);
			}
		},
		repeat: (seed) => `k8s-walkthrough explore … --seed ${seed} --seeds 1`,
	});
	return {text};
};

const played = async ({lessons, ...order}: Of<'lessons'>, progress: Progress): Promise<Done> => {
	const {checkLessonFiles} = await import('../../commands/lessons.js');
	const texts: string[] = [];
	progress(0, lessons.length);
	for await (const {text} of checkLessonFiles(lessons, jobsOf({...order, lessons}).jobs)) {
		texts.push(text);
		progress(texts.length, lessons.length);
	}

	return {text: texts.join('')};
};

/** Carries out long work, in the thread that has time for it. @param progress receives the number of its finished parts */
export const carryOut = (order: Order, progress: Progress): Promise<Done> => {
	if ('check' in order) {
		return checked(order, progress);
	}

	return 'explore' in order ? explored(order, progress) : played(order, progress);
};
