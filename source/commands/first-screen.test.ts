import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import test, {type ExecutionContext} from 'ava';
import {readScenario} from '../scenario/scenario.js';
import {keyTable} from '../screen/input/key-table.js';
import {advised} from '../screen/actions/advised.js';
import {partsUntilSaid} from '../screen/actions/long-work.js';
import {goneOn} from '../screen/actions/press.js';
import {stateOf} from '../screen/start.js';
import {stopOf, type State} from '../screen/state/state.js';
import {brokenManifests} from '../testing/broken-manifests.js';
import {must} from '../testing/must.js';
import {rowsOn, typed} from '../testing/screens.js';
import {findingMeant} from './check/explain.js';
import {BrokenManifests, manifestsOf} from './manifests.js';
import {startOfBroken, startOfManifests} from './screen-starts.js';
import {adviseTyped} from './typed-work.js';

const folder = new URL('../../snapshots/screens/', import.meta.url);

/** Everyday mistakes, each with the name of its golden. */
const tried: ReadonlyArray<readonly [name: string, title: string]> = [
	['image', 'image: a tag that does not exist'],
	['cpu', 'requests: more CPU than any node has'],
	['unit', 'requests: memory in the wrong unit'],
	['taint', 'taint: not tolerated'],
	['configmap', 'env: a missing ConfigMap'],
	['secret', 'env: a missing Secret'],
	['key', 'env: a key that the ConfigMap does not have'],
	['mount', 'volume: a mount without its volume'],
	['exit', 'exit: with 3, again and again'],
	['init', 'init: it fails'],
	['readiness', 'readiness: a port where nobody listens'],
	['field', 'field: a typo'],
	['labels', 'labels: the selector does not match the template'],
	['quota', 'quota: no room for the second replica'],
	['webhook', 'webhook: nobody answers'],
	['security', 'pod security: privileged in a restricted namespace'],
	['restricted', 'pod security: nothing that a restricted namespace wants'],
	['restricted-two', 'pod security: two containers that a restricted namespace refuses alike'],
	['name', 'name: capitals and an underscore'],
	['duplicate', 'name: two containers share one'],
	['label', 'labels: a value with a space'],
	['quantity', 'requests: a unit that is none'],
	['liveness', 'liveness: killed so often that the recorder drops events about it, with a program that ends with 0'],
	['account', 'service account: it does not exist'],
	['class', 'claim: a class that does not exist'],
	['provisioner', 'claim: a class whose provisioner nobody runs'],
	['selector', 'service: it selects no Pod'],
	['port', 'service: a port where its Pods do not listen'],
	['job', 'job: it fails after its retries'],
	['progress', 'progress: the deadline that is written is waited for'],
];

/** Words of conditions and statuses that users know from kubectl: they appear beside the reason. */
const known: Readonly<Record<string, string>> = {
	exit: 'CrashLoopBackOff',
	job: 'BackoffLimitExceeded',
	progress: 'ProgressDeadlineExceeded',
};

/** Refusals so long that only the first remedy fits beside them, with this many of its lines. */
const firstRemedy: Readonly<Record<string, number>> = {restricted: 3, 'restricted-two': 3};

/** Texts without what wrapping changes, and without the quotes around them. */
const bare = (text: string): string => text.replaceAll(/[\s`"]/g, '');

/** Compares a screen with its golden. Steps count from the command on: the length of the cluster's start does not matter here. */
const isGolden = (t: ExecutionContext, name: string, state: State): void => {
	const rows = rowsOn(state).map((row) => row.trimEnd());
	const relative = `${rows.join('\n')}\n`.replaceAll(
		/#(\d{3,})/g,
		(_, step: string) => `#${String(Number(step) - state.start).padStart(step.length)}`,
	);
	const file = new URL(`broken-${name}-80x24.txt`, folder);
	if (process.env.UPDATE_SNAPSHOTS) {
		mkdirSync(folder, {recursive: true});
		writeFileSync(file, relative);
	}

	t.true(existsSync(file), `${file.pathname} is missing; UPDATE_SNAPSHOTS=1 writes it`);
	t.is(relative, readFileSync(file, 'utf8'));
};

for (const [name, title] of tried) {
	test(`at 80×24 the first screen has reason and remedy, uncut: ${title}`, (t) => {
		const {manifest, before, nodes, says} = must(
			brokenManifests.find((one) => one.title === title),
			title,
		);
		const objects = before === undefined ? {} : {objects: before};
		const scenario = readScenario(JSON.stringify({nodes: nodes ?? [{name: 'node-a'}], ...objects}), 'cluster.yaml');
		const start = startOfManifests(scenario, manifestsOf({'web.yaml': manifest}));
		const state = {...stateOf(start, {keymap: keyTable, services: {}}), size: {columns: 80, rows: 24}};
		const rows = rowsOn(state).map((row) => row.trimEnd());
		const screen = `${rows.join('\n')}\n`;
		const [advice] = state.manifests.advice.filter(({step}) => step === state.cursor);
		t.truthy(advice, screen);
		for (const text of [
			...must(says, title),
			known[name] ?? '',
			...(advice?.places ?? []),
			...(advice?.remedies ?? []).slice(0, firstRemedy[name]),
		]) {
			t.true(bare(screen).includes(bare(text)), `${text}\n${screen}`);
		}

		isGolden(t, name, state);
	});
}

/** The command typed at rest, the keys after it, and the expected text of the screen. */
const typedThere: ReadonlyArray<
	readonly [name: string, title: string, keys: readonly string[], says: readonly string[]]
> = [
	[
		'drain',
		'a drain that a budget forbids',
		[':kubectl drain node-a --ignore-daemonsets --timeout=20s', 'c'],
		[
			`Cannot evict pod as it would violate the pod's disruption budget.`,
			'kubectl scale deployment web --replicas=2',
			`kubectl patch poddisruptionbudget web -p '{"spec":{"minAvailable":0}}'`,
		],
	],
	[
		'role',
		'a user without a role',
		[':kubectl run x --image=nginx:1.27 --as jane', 'c'],
		[
			'User "jane" cannot create resource "pods"',
			'kubectl create rolebinding NAME --clusterrole=edit --user=jane',
			'kubectl auth can-i create pods --as=jane',
		],
	],
	[
		'look',
		'a user who may not even look',
		[':kubectl get nodes --as jane'],
		['User "jane" cannot list resource "nodes"', 'kubectl create clusterrole NAME --verb=list --resource=nodes'],
	],
	[
		'typed-image',
		'a Pod whose image does not exist',
		[':kubectl run x --image=nginx:nope', 'c'],
		['ErrImagePull', 'check the name and the tag'],
	],
];

/** A Deployment with its budget, at the end of its run on two nodes. */
const atRest = (pause?: () => boolean): State => {
	const {manifest} = must(
		brokenManifests.find(({title}) => title === 'budget: a drain that it forbids'),
		'budget',
	);
	const scenario = readScenario(JSON.stringify({nodes: [{name: 'node-a'}, {name: 'node-b'}]}), 'cluster.yaml');
	const start = startOfManifests(scenario, manifestsOf({'web.yaml': manifest}));
	const state = stateOf(start, {keymap: keyTable, services: {advise: adviseTyped, ...(pause ? {pause} : {})}});
	return typed({...state, size: {columns: 80, rows: 24}}, ['G']);
};

for (const [name, title, keys, says] of typedThere) {
	test(`at 80×24 what is typed on the screen ends with reason and remedy, uncut: ${title}`, (t) => {
		const state = typed(atRest(), keys);
		const screen = rowsOn(state).join('\n');
		for (const text of says) {
			t.true(bare(screen).includes(bare(text)), `${text}\n${screen}`);
		}

		isGolden(t, name, state);
	});
}

test('what would help is tried in parts, and any key comes first', (t) => {
	const keys = [':kubectl drain node-a --ignore-daemonsets --timeout=20s', 'c'];
	let isImpatient = false;
	let asked = 0;
	const begin = () => {
		isImpatient = false;
		const state = typed(
			atRest(() => isImpatient && (asked++, true)),
			keys.slice(0, 1),
		);
		isImpatient = true;
		let begun = typed(state, ['c']);
		while (begun.search && !begun.search.isAside) {
			begun = advised(goneOn(begun));
		}

		return begun;
	};

	const begun = begin();
	t.true(begun.search?.isAside);

	// A key acts at once as usual, and the trial starts again.
	asked = 0;
	const looking = typed(begun, ['v']);
	t.is(asked, 0);
	t.not(looking.pane.view, begun.pane.view);
	t.true(looking.search?.isAside);
	t.is(typed(looking, ['q']).mode, 'quit');

	let whole = begin();
	for (asked = 0; whole.search;) {
		whole = goneOn(whole);
	}

	t.true(asked > 1000);
	isImpatient = false;
	const atOnce = typed(atRest(), keys);
	t.deepEqual(rowsOn(whole), rowsOn(atOnce));
	t.is(whole.manifests.typed, undefined);

	isImpatient = true;
	let said = typed(begin(), ['v']);
	for (let count = 0; count <= partsUntilSaid; count++) {
		said = goneOn(said);
	}

	t.is(said.message, 'trying changes on copies of the run; esc ends the search');
	const left = typed(said, ['escape']);
	t.is(left.search, undefined);
	t.is(left.mode, 'debug');
	t.is(left.message, '');
});

test('who steps to the refusal of what was typed has the remedy there, and not in another future', (t) => {
	let state = typed(atRest(), [':kubectl run x --image=nginx:1.27 --as jane']);
	const remedy = 'kubectl create rolebinding NAME --clusterrole=edit --user=jane';
	const shows = (one: State): boolean => bare(rowsOn(one).join('')).includes(bare(remedy));
	while (stopOf(state)?.stage !== 'kubectl.request' || stopOf(state)?.outcome !== 'refused') {
		state = typed(state, ['s']);
	}

	const onState = {...state, pane: {...state.pane, view: 'state' as const}};
	t.true(shows(onState));
	const decided = typed(onState, ['S', 'S']);
	t.is(stopOf(decided)?.stage, 'apiserver.authorize');
	t.true(shows(decided));

	const rest = atRest();
	const begun = typed(rest, [':kubectl run x --image=nginx:1.27 --as jane', 'c', `:goto ${rest.cursor}`]);
	const other = typed(begun, [':kubectl run y --image=nginx:1.27', 'c', `:goto ${decided.cursor}`]);
	t.is(other.futures.length, 1);
	t.is(other.cursor, decided.cursor);
	t.false(shows(other));
});

test('at 80×24 the first screen names an image that is only assumed to work', (t) => {
	const manifest = must(
		brokenManifests.find(({says}) => says === undefined),
		'a Deployment that gets ready',
	).manifest;
	const start = startOfManifests(
		readScenario('{}', 'cluster.yaml'),
		manifestsOf({'db.yaml': manifest.replace('nginx:1.27', 'team/db:15')}),
	);
	const state = {...stateOf(start, {keymap: keyTable, services: {}}), size: {columns: 80, rows: 24}};
	t.deepEqual(
		rowsOn(state)
			.slice(-3, -1)
			.map((row) => row.trimEnd()),
		[
			' everything becomes ready in the end; not simulated, assumed to work:',
			' docker.io/team/db:15 (its own program)',
		],
	);
});

test('the end of the work is there only when the last Pod of a StatefulSet with volumes is ready', (t) => {
	const manifest = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  replicas: 2
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec:
      containers:
      - {name: db, image: "nginx:1.27", volumeMounts: [{name: data, mountPath: /data}]}
  volumeClaimTemplates:
  - metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;
	const start = startOfManifests(readScenario('{}', 'cluster.yaml'), manifestsOf({'db.yaml': manifest}));
	const end = typed(stateOf(start, {keymap: keyTable, services: {}}), ['G']);
	const later = end.recording.stops.slice(end.cursor + 1).filter(({periodic}) => !periodic);
	t.deepEqual(
		later.filter(({object}) => object?.includes('/default/db') || object?.includes('/default/data-db')),
		[],
	);
	t.true((stopOf(end)?.timeMs ?? 0) > 10_000);
});

test('a command typed where the screen explains an ending runs in the present, and on to its outcome', (t) => {
	const broken = must(
		brokenManifests.find(({title}) => title === 'image: a tag that does not exist'),
		'a broken image',
	).manifest;
	const open = (): State =>
		stateOf(startOfManifests(readScenario('{}', 'cluster.yaml'), manifestsOf({'web.yaml': broken})), {
			keymap: keyTable,
			services: {},
		});
	const opened = open();
	t.is(stopOf(opened)?.stage, 'cri.PullImage');
	const name = must(/name: ([\w-]+)/.exec(broken)?.[1], 'its name');
	const kind = must(/kind: (\w+)/.exec(broken)?.[1], 'its kind').toLowerCase();
	const mended = typed(opened, [`:kubectl set image ${kind}/${name} *=nginx:1.27`]);
	t.is(mended.futures.length, 0);
	t.is(mended.recording, opened.recording);
	t.regex(mended.message, /^ran in the present, from #\d+ to its outcome$/);
	const ready = mended.recording.stops.findLast(({stage}) => stage === 'kubelet.status');
	t.true(mended.cursor >= (ready?.step ?? Infinity) - 50);
	const again = typed(open(), ['G', `:kubectl set image ${kind}/${name} *=nginx:1.27`]);
	t.regex(again.message, /^ran on from #\d+ to its outcome$/);
	t.true(again.cursor >= (ready?.step ?? Infinity) - 50);
	const looked = typed(open(), [':kubectl get pods']);
	t.is(looked.futures.length, 0);
	t.regex(rowsOn(looked).join('\n'), /ImagePullBackOff/);
});

test('a fix that follows one that did not help runs on to its outcome as well; after that, commands begin at their first stop', (t) => {
	const {manifest} = must(
		brokenManifests.find((broken) => broken.title === 'image: a tag that does not exist'),
		'a broken image',
	);
	const start = startOfManifests(readScenario('{}', 'cluster.yaml'), manifestsOf({'web.yaml': manifest}));
	const name = must(/name: ([\w-]+)/.exec(manifest)?.[1], 'its name');
	const kind = must(/kind: (\w+)/.exec(manifest)?.[1], 'its kind').toLowerCase();
	const opened = stateOf(start, {keymap: keyTable, services: {advise: adviseTyped}});
	const still = typed(opened, [`:kubectl annotate ${kind}/${name} a=b`]);
	t.regex(still.message, /^ran in the present; .*this stop says why$/);
	const mended = typed(still, [`:kubectl set image ${kind}/${name} *=nginx:1.27`]);
	t.is(stopOf(typed(mended, [':kubectl get pods']))?.stage, 'kubectl.print');
	t.is(mended.message, 'all is well in this cluster');
	t.is(stopOf(typed(mended, [`:kubectl annotate ${kind}/${name} a=c --overwrite`]))?.stage, 'kubectl.kubeconfig');
});

/** A Deployment of an image that does not exist, and a Service. */
const shop = (selects: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  replicas: 1
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: web, image: 'ngnix:1.27', ports: [{containerPort: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop}
spec:
  selector: {app: ${selects}}
  ports: [{port: 80}]
`;

const shopOpened = (selects: string): State =>
	stateOf(startOfManifests(readScenario('{}', 'cluster.yaml'), manifestsOf({'web.yaml': shop(selects)})), {
		keymap: keyTable,
		services: {advise: adviseTyped},
	});
const setImage = ':kubectl set image deployment/shop web=nginx:1.27';

test('after a command that repairs one of two objects, the screen explains the other one', (t) => {
	const first = typed(shopOpened('shpo'), [setImage]);
	t.is(first.message, 'ran in the present; service/shop stored, but it does not work; this stop says why');
	t.regex(rowsOn(first).join('\n'), /selects no Pod: app=shpo/);
	t.is(typed(first, [':kubectl set selector service/shop app=shop']).message, 'all is well in this cluster');
});

test('a command that repairs nothing does not make the cluster well', (t) => {
	t.is(
		typed(shopOpened('shop'), [':kubectl create namespace other']).message,
		'ran in the present; deployment/shop 0/1 ready; this stop says why',
	);
});

test('a refused command does not count when another one has repaired the cluster', (t) => {
	const refused = typed(shopOpened('shop'), [':kubectl set image deployment/shop nope=nginx:1.27']);
	t.regex(refused.message, /refused here/);
	t.is(typed(refused, [setImage]).message, 'all is well in this cluster');
});

test('the screen opens where kubectl refuses a file that is no YAML', (t) => {
	const text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web\nspec: {}\n';
	const broken = t.throws(() => manifestsOf({'web.yaml': text}), {instanceOf: BrokenManifests});
	const opened = stateOf(startOfBroken(readScenario('{}', 'cluster.yaml'), broken), {keymap: keyTable, services: {}});
	t.is(stopOf(opened)?.stage, 'kubectl.parse');
	const rows = rowsOn(opened).join('\n');
	t.regex(rows, /Close the bracket/);
	t.regex(rows, /refused here/);
});

test('a finding of check opens the screen at its own stop', (t) => {
	const manifest = `apiVersion: v1\nkind: Pod\nmetadata: {name: web, labels: {app: web}}\nspec:\n  containers: [{name: main, image: 'nginx:1.99'}]\n---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  selector: {app: wbe}\n  ports: [{port: 80}]\n`;
	const opened = (word?: string) => {
		const at = word === undefined ? undefined : findingMeant(word);
		const start = startOfManifests(
			readScenario('{}', 'cluster.yaml'),
			manifestsOf({'web.yaml': manifest}),
			at ? {at} : {},
		);
		return stopOf(stateOf(start, {keymap: keyTable, services: {}}));
	};
	t.regex(must(opened(), 'stop').stage, /pull|PullImage/i);
	t.is(must(opened('W052'), 'stop').step, must(opened(), 'stop').step);
	t.is(must(opened('W012'), 'stop').object, '/registry/services/specs/default/web');
	t.throws(() => findingMeant('W999'), {message: 'there is no finding "W999"'});
});

test('where edits alone help, the screen has the files with them made, and those come up', (t) => {
	const pod = (image: string) =>
		`apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: web\n    image: ${image}\n`;
	const scenario = readScenario(JSON.stringify({nodes: [{name: 'node-a'}]}), 'cluster.yaml');
	const broken = startOfManifests(scenario, manifestsOf({'web.yaml': pod('ngnix:1.27')}));
	const mended = 'advice' in broken ? broken.advice?.flatMap(({mended: files}) => (files ? [files] : [])) : [];
	t.deepEqual(mended, [{'web.yaml': pod('nginx:1.27')}]);
});

test('at 80×24 the first screen of a good end says in a row what becomes of the failures on the timeline', (t) => {
	const rowOf = (manifest: string): string | undefined => {
		const start = startOfManifests(readScenario('{}', 'cluster.yaml'), manifestsOf({'web.yaml': manifest}));
		const state = {...stateOf(start, {keymap: keyTable, services: {}}), size: {columns: 80, rows: 24}};
		return rowsOn(state).at(-2)?.trimEnd();
	};
	const pod =
		'{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: main, image: "nginx:1.27"}]}}';
	const plain = ' everything becomes ready in the end; space plays, s steps, ? shows every key';
	t.is(rowOf(pod), plain);
	// A component writes a status from a copy that is no longer the newest: no failure of this manifest.
	const deployment = must(
		brokenManifests.find(({says}) => says === undefined),
		'a Deployment that gets ready',
	);
	t.is(rowOf(deployment.manifest), plain);
	const slow = `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: main, image: "busybox:1.36",
  command: [sh, -c, "sleep 3; touch /tmp/ok; sleep 3600"], readinessProbe: {periodSeconds: 1, exec: {command: [cat, /tmp/ok]}}}]}}`;
	t.is(rowOf(slow), ' everything becomes ready; each ✗ is tried again; space plays, ? shows all keys');
});
