import process from 'node:process';
import {printRecording} from '../commands/replay.js';
import {playLesson} from '../classroom/check.js';
import {findLesson} from '../classroom/course.js';
import {findDrill} from '../classroom/drills/drills.js';
import {drillNames, lessonNames} from '../classroom/heads.js';
import {LessonRun} from '../classroom/player.js';
import {completeScenario} from '../scenario/scenario.js';
import {deployed, largeManifests} from '../testing/large-manifests.js';
import {must} from '../testing/must.js';
import {inEach, offences, open, textOf, until} from '../testing/opened-page.js';
import {recordedRun} from '../testing/recorded-run.js';

const recordedLesson = (name: string): string => printRecording(must(playLesson(findLesson(name)).recording, name));

/** A drill with its repair. */
const recordedDrill = (name: string): string => {
	const run = new LessonRun(findDrill(name));
	run.solve();
	return printRecording(run.recording);
};

/** All runs are compared by `npm run test:browsers`; some of them by default. */
const isThorough = process.argv.includes('all-browsers');

const some = <T>(all: readonly T[]): readonly T[] => (isThorough ? all : all.slice(0, 1));

/** The recordings by name, as Node computes them; both browsers compare with them. */
let recordings: Readonly<Record<string, string>> | undefined;

const recordedRuns = (): Readonly<Record<string, string>> =>
	(recordings ??= {
		...Object.fromEntries(some(lessonNames()).map((name) => [name, recordedLesson(name)])),
		...Object.fromEntries(some(drillNames()).map((name) => [`drill-${name}`, recordedDrill(name)])),
		...Object.fromEntries(
			Object.entries(isThorough ? largeManifests : {}).map(([name, text]) => [`manifest-${name}`, recordedRun(text)]),
		),
	});

const fingerprintIn = (text: string): string => must(/^fingerprint: '?(\w+)/m.exec(text)?.[1], 'a fingerprint');

inEach('lessons, drills and large manifests have the fingerprints of Node in the browser', async (t, browser) => {
	t.timeout(1_200_000);
	const runs = recordedRuns();
	const names = Object.keys(runs);
	const opened = await open(t, browser, 'app.html', {
		beside: {
			'app.html':
				'<!doctype html><title>Runs</title><link rel="icon" href="icon.svg"><script type="module" src="app.js"></script>',
			'app.js': `import {Cluster} from './cluster.js';
globalThis.fingerprintOf = async (name) => {
	const text = await (await fetch('runs/' + name + '.yaml')).text();
	return Cluster.replay(text).fingerprint;
};`,
			...Object.fromEntries(names.map((name) => [`runs/${name}.yaml`, must(runs[name], name)])),
		},
	});
	await until(opened, 'globalThis.fingerprintOf');
	for (const name of names) {
		// eslint-disable-next-line no-await-in-loop
		const found = await opened.page.evaluate(`fingerprintOf(${JSON.stringify(name)})`);
		t.is(found, fingerprintIn(must(runs[name], name)), name);
	}

	t.deepEqual(offences(opened), []);
});

inEach('a recording of Node opens without a remark, and one of another run with it', async (t, browser) => {
	const run = recordedRun(deployed('web', 20));
	const recorded: Readonly<Record<string, string>> = {
		run,
		// The page would show it.
		other: run.replace(/^fingerprint: .*$/m, 'fingerprint: 0123456789abcdef'),
	};
	const beside = Object.fromEntries(Object.entries(recorded).map(([name, text]) => [`runs/${name}.yaml`, text]));
	const opened = await open(t, browser, '#lang=en', {beside});
	for (const name of Object.keys(recorded)) {
		/* eslint-disable no-await-in-loop */
		await until(opened, `document.querySelector('#begin')`);
		await opened.page.evaluate(`location.hash = 'recording=runs/${name}.yaml&lang=en'`);
		await until(opened, `document.querySelector('.grid .row')`);
		t.is(/differs from the recording/.test(await textOf(opened, '.grid')), name === 'other', name);
		await opened.page.evaluate(`location.hash = 'lang=en'`);
		/* eslint-enable no-await-in-loop */
	}

	t.deepEqual(offences(opened), []);
});

/** Room for a thousand Pods, and components that need not wait for the apiserver. */
const roomy = completeScenario({
	seed: 3,
	nodes: Array.from({length: 12}, (_, index) => ({
		name: `node-${index}`,
		capacity: {cpu: '16', memory: '64Gi', pods: '200'},
	})),
	kubeControllerManager: {kubeAPIQPS: -1},
	kubeScheduler: {clientConnection: {qps: -1}},
	kubelet: {kubeAPIQPS: -1, eventRecordQPS: -1},
});

let thousand: string | undefined;

(isThorough ? inEach : () => undefined)('a run of 1,000 Pods opens, and is stepped and asked', async (t, browser) => {
	t.timeout(1_200_000);
	thousand ??= recordedRun(deployed('web', 1000), roomy);
	const opened = await open(t, browser, '#recording=thousand.yaml&lang=en', {beside: {'thousand.yaml': thousand}});
	await until(opened, `document.querySelector('.grid .row')`, 600_000);
	for (const view of ['1', '5', '8', 'v']) {
		/* eslint-disable no-await-in-loop */
		await opened.page.press(view);
		const before = await textOf(opened, '.grid');
		await opened.page.press('s');
		await until(opened, `document.querySelector('.grid').innerText !== ${JSON.stringify(before)}`);
		/* eslint-enable no-await-in-loop */
	}

	await opened.page.press('Escape');
	await opened.page.press('G');
	await opened.page.evaluate(
		`document.querySelector('.command input').value = 'kubectl get deployment web'; document.querySelector('.command').requestSubmit()`,
	);
	await until(opened, `/web\\s+1000\\/1000/.test(document.querySelector('.grid').innerText)`, 600_000);
	t.deepEqual(offences(opened), []);
});
