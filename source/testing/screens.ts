import {createElement, type ReactElement} from 'react';
import {createCluster, type Input} from '../cluster.js';
import {startOfManifests, startOfRecording} from '../commands/screen-starts.js';
import type {Manifests} from '../commands/manifests.js';
import {printRecording, readRecording} from '../commands/replay.js';
import {Recording} from '../debugger/recording.js';
import {seek} from '../debugger/seek.js';
import {takenSteps} from '../classroom/course.js';
import {readLesson} from '../classroom/lint.js';
import {LessonRun} from '../classroom/player.js';
import {completeScenario, type Scenario} from '../scenario/scenario.js';
import {Debugger} from '../terminal/debugger.js';
import type {Offer} from '../screen/home/offer.js';
import {Home} from '../terminal/home/home.js';
import {lessonOpened} from '../screen/actions/lesson-actions.js';
import type {Beginning} from '../screen/state/initial-state.js';
import {App, type Look} from '../terminal/app.js';
import {press} from '../screen/actions/press.js';
import {languageOf} from '../stages/language.js';
import {drawScreen} from '../screen/panes/screen.js';
import {stateOf, type Start} from '../screen/start.js';
import type {Services} from '../screen/state/parts.js';
import type {State} from '../screen/state/state.js';
import {plainText} from '../screen/paint/text.js';
import {keyTable} from '../screen/input/key-table.js';

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    ports:
    - containerPort: 80
    resources:
      requests: {cpu: 500m, memory: 256Mi}
`;

const service = `---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports:
  - port: 80
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  replicas: 3
  selector: {matchLabels: {app: shop}}
  template:
    metadata:
      labels: {app: shop}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        ports:
        - containerPort: 80
`;

/** A recording of an apply on a fresh cluster, up to the first stop of kubectl; all of it is recorded. */
const applied = (text: string): Start => {
	const recording = new Recording(completeScenario(), createCluster);
	seek(recording, -1, 1, () => false, {untilMs: 60_000});
	const start = recording.stops.length;
	const files = {'web.yaml': text};
	recording.submit({kubectl: 'apply -f web.yaml', files});
	seek(recording, start - 1, 1, () => false);
	return {view: 'recording', recording, start, cursor: start, files};
};

const podNamed = (text: string): Manifests => ({
	files: {'web.yaml': text},
	command: 'apply -f web.yaml',
	warnings: [],
	objects: [
		{
			apiVersion: 'v1',
			kind: 'Pod',
			name: 'web',
			file: 'web.yaml',
			positionOf: () => ({line: 1, column: 1}),
			written: {apiVersion: 'v1', kind: 'Pod'},
			document: 0,
			within: [],
		},
	],
});

/** Screens that open on the state instead of the board. */
const onState = (start: Start): Start => (start.view === 'recording' ? {...start, board: false} : start);

/** Recordings the screen opens, by name. */
export const starts: Readonly<Record<string, () => Start>> = {
	/** A Pod and its Service. */
	pod: () => applied(pod + service),
	/** A Deployment of three Pods and its Service. */
	shop: () => applied(deployment + service.replaceAll('web', 'shop')),
	/** The empty state. */
	empty: () => ({
		view: 'recording',
		recording: new Recording(completeScenario(), createCluster),
		start: 0,
		cursor: -1,
	}),
	refused: () => startOfManifests(completeScenario(), podNamed(pod.replace('image:', 'imagee:'))),
	stalled: () => startOfManifests(completeScenario(), podNamed(pod.replace('500m', '"64"'))),
	ready: () => startOfManifests(completeScenario(), podNamed(pod)),
	/** A cluster at rest, for kubectl. */
	play: () => ({view: 'play'}),
	replay: () => {
		const {recording} = starts.pod!() as {recording: Recording<Scenario, Input>};
		return startOfRecording(readRecording(printRecording(recording), 'web.recording.yaml'));
	},
	nftables: () => onState(startOfManifests(completeScenario({kubeProxy: {mode: 'nftables'}}), podNamed(pod + service))),
	traffic: () => {
		const scenario = completeScenario({traffic: [{name: 'shopper', target: 'web.default.svc.cluster.local:80'}]});
		return onState(startOfManifests(scenario, podNamed(pod + service)));
	},
};

/** Runs long work to its end, so that a screen does not depend on the machine's speed. */
export const patient: Services = {pause: () => false};

/** The application on the initial view of a start. */
export const appOn = (start: Start, look: Look = {}): ReactElement =>
	createElement(App, {
		initial: stateOf(start, {keymap: keyTable, services: patient, language: languageOf(look.language)}, look.language),
		look,
		load: () => Promise.reject(new Error('nothing else is opened')),
		keymap: keyTable,
	});

/** A lesson of each kind of step. */
const lesson = `title: A Pod from the inside
minutes: 3
claims: [W1]
idea: A Pod is a record that components complete, one after another.
files:
  web.yaml: |
${pod.replaceAll(/^/gm, '    ')}
terms:
  Pod: The smallest thing that Kubernetes runs.
  etcd: The database of the cluster.
steps:
  - say: |
      This is a whole cluster at rest. You will send one Pod
      into it, and follow it to etcd.
  - kubectl: apply -f web.yaml
    say: kubectl has begun. Press s to step.
  - runTo: {stage: apiserver.admit.mutate.ServiceAccount}
    ask:
      question: Which field does ServiceAccount fill in?
      options:
        - {text: spec.serviceAccountName, if: {object: pod/web, cel: object.spec.serviceAccountName == "default"}}
        - {text: spec.nodeName, if: {object: pod/web, cel: has(object.spec.nodeName)}}
        - {text: status.phase, if: {object: pod/web, cel: object.status.phase != "Pending"}}
      at: {runTo: {stage: etcd.txn, object: pod/web}}
      because: No account was named, so the Pod gets the default one.
  - runTo: {object: pod/web, cel: object.status.phase == "Running"}
    task:
      goal: Delete the Pod web.
      expect: {object: pod/web, cel: has(object.metadata.deletionTimestamp)}
      hints: [kubectl has a word for it., 'The word is delete.']
      solution: [{kubectl: delete pod web --wait=false}]
  - debrief: You saw a Pod become a record, and the record change.
`;

/** A lesson at one of its steps. */
export const lessonState = (step: number, beginning: Beginning = {}): State => {
	const {value, placeOf} = readLesson(lesson, 'lesson.yaml');
	const run = new LessonRun(
		{...value, steps: takenSteps(value), name: '01-inside', file: 'lesson.yaml', placeOf},
		step,
	);
	return lessonOpened(run, beginning);
};

export const lessonAt = (step: number): ReactElement =>
	createElement(Debugger, {initial: lessonState(step, {services: patient}), ascii: false});

/** The items of a home screen, for any folder and progress. */
export const offer = (progress: Offer['progress'] = {}, language = 'en'): Offer => ({
	lessons: [
		{name: '01-a-pod', title: 'A Pod, from kubectl to running', minutes: 12, steps: 12},
		{name: '06-heal', title: 'A Deployment heals itself', minutes: 10, steps: 9},
	],
	drills: [
		{name: 'moved-out', title: 'Moved out overnight', level: 1},
		{name: 'pushed-aside', title: 'Pushed aside', level: 3},
	],
	exams: [
		{name: 'cka-1', title: 'Administrator, set 1', tasks: 15, minutes: 120, begun: true, points: 71},
		{name: 'ckad-1', title: 'Application developer, set 1', tasks: 15, minutes: 120, begun: true},
		{name: 'cks-lite-1', title: 'Security, set 1', tasks: 15, minutes: 120, begun: false},
	],
	progress,
	files: [
		{name: 'cluster.yaml', kind: 'scenario', objects: []},
		{name: 'shop.yaml', kind: 'manifest', objects: ['Deployment', 'Service']},
		{name: 'web.yaml', kind: 'manifest', objects: ['Pod']},
	],
	language,
});

export const homeWith = (
	progress: Offer['progress'] = {},
	{
		ascii = false,
		language,
		onChoose = () => {},
	}: {ascii?: boolean; language?: string; onChoose?: Parameters<typeof Home>[0]['onChoose']} = {},
): ReactElement =>
	createElement(Home, {ascii, language, problem: '', read: (chosen) => offer(progress, chosen), onChoose});

/** The state of the debugger on a recording, in a size, after some keys. */
export const stateOn = (name: string, keys: readonly string[] = [], services: Services = {}): State =>
	typed(stateOf(starts[name]!(), {keymap: keyTable, services}), keys);

/** A state after keys; a text that begins with a colon is typed on the command line and entered. */
export const typed = (state: State, keys: readonly string[]): State => {
	let now = state;
	for (const key of keys) {
		for (const one of key.length > 1 && key.startsWith(':') ? [...key, 'return'] : [key]) {
			now = press(now, one === ' ' ? 'space' : one);
		}
	}

	return now;
};

/** The rows of the screen as text. */
export const rowsOn = (state: State): readonly string[] => drawScreen(state).map((row) => plainText(row));

/** Step numbers counted from the start of kubectl: the length of the cluster's start does not matter to a golden. @param start the first stop of kubectl; every recording starts the same cluster */
export const relativeSteps = (row: string, start: number): string =>
	row.replaceAll(/#(\d{3,})/g, (_, digits: string) =>
		Number(digits) < start ? '#boot' : `#${String(Number(digits) - start).padStart(digits.length)}`,
	);
