import test from 'ava';
import {BrokenManifests, manifestsOf} from '../commands/manifests.js';
import {linkAddress} from '../commands/page-links.js';
import {startOfBroken, startOfManifests} from '../commands/screen-starts.js';
import {version} from '../commands/version.js';
import {atOnce} from '../debugger/recording.js';
import {completeScenario} from '../scenario/scenario.js';
import {keyTable} from '../screen/input/key-table.js';
import {stateOf} from '../screen/start.js';
import type {State} from '../screen/state/state.js';
import {must} from '../testing/must.js';
import {typed} from '../testing/screens.js';
import {readLink} from './link.js';
import {replayingRecording, runningFiles} from './run-files.js';

const files = {
	'web.yaml':
		'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers: [{name: web, image: "nginx:1.27"}]\n',
};

const opened = (seed?: number): State =>
	stateOf(
		startOfManifests(completeScenario(seed === undefined ? {} : {seed}), manifestsOf(files)),
		{keymap: keyTable},
		'en',
	);

const linkOf = (state: State): string => {
	const {recording, cursor, manifests, future, futures} = state;
	const run = {recording, family: {future, futures}, files: manifests.files};
	return must(linkAddress({stop: cursor, language: 'en'}, run, 'https://example.org/kw/'), 'a link');
};

const fragment = (address: string): string => address.slice(address.indexOf('#'));

test('the link to manifests that were applied carries them, so that they can be edited, and opens the same stop', async (t) => {
	const state = typed(opened(), [':goto +1s']);
	const address = linkOf(state);
	t.regex(address, /^https:\/\/example\.org\/kw\/#lang=en&run=[\w-]+&stop=\d+&made=[\d.]+$/);
	const link = await readLink(fragment(address));
	t.deepEqual(link.files, files);
	t.is(link.made, version());
	const start = atOnce(runningFiles(must(link.files, 'files'), 'en', link.stop));
	t.true(start.view === 'recording' && start.cursor === state.cursor);
	t.deepEqual(
		start.view === 'recording' && start.recording.stops.get(start.cursor),
		state.recording.stops.get(state.cursor),
	);
});

test('a stop after the run came to rest opens as well', async (t) => {
	const state = typed(opened(), [':goto +120s']);
	const {files: carried, stop} = await readLink(fragment(linkOf(state)));
	const start = atOnce(runningFiles(must(carried, 'files'), 'en', stop));
	t.true(start.view === 'recording' && start.cursor === state.cursor);
	t.deepEqual(
		start.view === 'recording' && start.recording.stops.get(start.cursor),
		state.recording.stops.get(state.cursor),
	);
});

for (const [what, state] of [
	['a seed', () => opened(7)],
	['a command more', () => typed(opened(), ['end', ':kubectl delete pod web', 's'])],
	['another future', () => typed(opened(), [':goto +1s', ':crash kube-scheduler', 's'])],
] as const) {
	test(`the link to a run with ${what} carries the recording, and opens the same stop`, async (t) => {
		const shown = state();
		const {files: none, recorded, stop} = await readLink(fragment(linkOf(shown)));
		t.is(none, undefined);
		const start = atOnce(replayingRecording(must(recorded, 'a recording'), '#run', stop));
		const again = stateOf(start, {keymap: keyTable}, 'en');
		t.is(again.cursor, shown.cursor);
		t.is(again.recording.fingerprint, shown.recording.fingerprint);
		t.is(again.futures.length, shown.futures.length);
		t.deepEqual(again.recording.stops.get(again.cursor), shown.recording.stops.get(shown.cursor));
	});
}

test('files that kubectl refuses are carried as a recording, which opens where they are refused', async (t) => {
	const broken = {'web.yaml': 'apiVersion: v1\nkind: [Pod\n'};
	const error = t.throws(() => manifestsOf(broken), {instanceOf: BrokenManifests});
	const shown = stateOf(startOfBroken(completeScenario(), must(error, 'an error')), {keymap: keyTable}, 'en');
	const {recorded, stop} = await readLink(fragment(linkOf(shown)));
	const start = atOnce(replayingRecording(must(recorded, 'a recording'), '#run', stop));
	t.true(start.view === 'recording' && start.cursor === shown.cursor);
});

test('a run that is too large gets no link', (t) => {
	const big = {'web.yaml': `${files['web.yaml']}# ${'x'.repeat(2_100_000)}\n`};
	const {recording} = stateOf(startOfManifests(completeScenario(), manifestsOf(big)), {keymap: keyTable}, 'en');
	const family = {future: {name: 'main', later: []}, futures: []};
	t.is(linkAddress({stop: 1}, {recording, family, files: big}, ''), undefined);
});
