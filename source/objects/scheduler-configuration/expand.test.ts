import test from 'ava';
import type {ExtensionPoint, PluginSet, Plugins} from './configuration.js';
import {expandPlugins, mergePlugins} from './expand.js';

const set = (enabled: readonly string[], disabled: readonly string[] = []): PluginSet => ({
	enabled: enabled.map((word) => {
		const [name = '', weight] = word.split(' ');
		return weight === undefined ? {name} : {name, weight: Number(weight)};
	}),
	disabled: disabled.map((name) => ({name})),
});

const words = ({enabled = [], disabled = []}: PluginSet = {}): string =>
	[
		...enabled.map(({name, weight}) => (weight === undefined ? name : `${name} ${weight}`)),
		...disabled.map(({name}) => `-${name}`),
	].join(', ');

test('a set of a profile is merged over the default one as getDefaultPlugins has it merged', (t) => {
	// The cases of TestMergePlugins: default plug-ins, those of the profile, the result.
	const cases: ReadonlyArray<readonly [usual: PluginSet, custom: PluginSet, merged: string]> = [
		[set(['D1', 'D2']), set(['Custom']), 'D1, D2, Custom'],
		[set(['D1', 'D2']), set(['Custom', 'D2'], ['D2']), 'D1, Custom, D2, -D2'],
		[set(['D1', 'D2']), set(['Custom', 'D1', 'D2'], ['*']), 'Custom, D1, D2, -*'],
		[set(['D1', 'D2']), set(['D2', 'D1'], ['*']), 'D2, D1, -*'],
		[set(['P1', 'P2', 'P3']), set(['P1 2', 'P3 3']), 'P1 2, P2, P3 3'],
		[set(['P1', 'P2', 'P3']), set(['P2 2', 'P1 1']), 'P1 1, P2 2, P3'],
		[set(['P1', 'P2', 'P3']), set(['P1', 'P2 2', 'P3', 'P2 4']), 'P1, P2 4, P3, P2 2'],
		[set(['D1']), set([], ['D1']), '-D1'],
		[set(['D1'], ['D2']), set(['Custom']), 'D1, Custom, -D2'],
	];
	for (const point of ['filter', 'multiPoint'] as const) {
		for (const [usual, custom, merged] of cases) {
			t.is(words(mergePlugins({[point]: usual}, {[point]: custom})[point]), merged);
		}
	}

	t.deepEqual(mergePlugins({filter: set(['D1'])}, undefined), {filter: set(['D1'])});
});

/** Plug-ins by their extension points, with the framework's requirements. */
const known: ReadonlyMap<string, readonly ExtensionPoint[]> = new Map<string, readonly ExtensionPoint[]>([
	['Queue', ['queueSort']],
	['Binder', ['bind']],
	['All', ['preFilter', 'filter', 'score']],
	['Score1', ['score']],
	['Score2', ['score']],
	['Score3', ['score']],
	['Gate', ['preEnqueue']],
]);

const expanded = (plugins: Plugins) => {
	const needed = {queueSort: set(['Queue']), bind: set(['Binder']), ...plugins};
	const result = expandPlugins(needed, known, 'mine');
	if ('message' in result) {
		return result.message;
	}

	const {score, filter} = result.plugins;
	return `${filter.join(' ')} | ${score.map((name) => `${name}:${result.weights.get(name)}`).join(' ')}`;
};

test('multiPoint spreads plug-ins over the points that they know, in upstream’s order', (t) => {
	// The cases of TestNewFrameworkMultiPointExpansion: filters | scores with weights.
	t.is(expanded({multiPoint: set(['All 5'])}), 'All | All:5');
	t.is(expanded({multiPoint: set(['All', 'Score1 3'])}), 'All | All:1 Score1:3');
	// Switched off at one point.
	t.is(expanded({multiPoint: set(['All', 'Score1']), score: set([], ['Score1'])}), 'All | All:1');
	t.is(expanded({multiPoint: set(['All', 'Score1']), score: set(['Score2'], ['*'])}), 'All | Score2:1');
	// A plug-in enabled again at one point is first there, with the weight of that point.
	t.is(
		expanded({multiPoint: set(['Score1 1', 'Score2 2', 'Score3 3']), score: set(['Score3 30', 'Score2 20'])}),
		' | Score3:30 Score2:20 Score1:1',
	);
	// A plug-in of the point alone is last, although the point names it first.
	t.is(
		expanded({multiPoint: set(['Score1', 'Score2']), score: set(['Score3', 'Score2'])}),
		' | Score2:1 Score1:1 Score3:1',
	);
	// Disabled at one point and enabled there again by name.
	t.is(expanded({multiPoint: set(['All', 'Score1']), score: set(['Score1 4'], ['Score1'])}), 'All | All:1 Score1:4');
	t.is(expanded({score: set(['Score1 0'])}), ' | Score1:1');
});

test('the framework refuses plug-ins in its own words', (t) => {
	t.is(expanded({score: set(['Nothing'])}), 'ScorePlugin "Nothing" does not exist');
	t.is(expanded({multiPoint: set(['Nothing'])}), 'PreFilterPlugin "Nothing" does not exist');
	t.is(expanded({score: set(['Gate'])}), 'plugin "Gate" does not extend ScorePlugin plugin');
	t.is(expanded({score: set(['Score1', 'Score1'])}), 'plugin "Score1" already registered as "ScorePlugin"');
	t.is(expanded({multiPoint: set(['Score1', 'Score1'])}), 'plugin "Score1" already registered as "ScorePlugin"');
	t.is(
		expanded({queueSort: set([])}),
		'only one queue sort plugin required for profile with scheduler name "mine", but got 0',
	);
	t.is(expanded({bind: set([])}), 'at least one bind plugin is needed for profile with scheduler name "mine"');
});
