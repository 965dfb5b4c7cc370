import test from 'ava';
import {resources} from '../../objects/resources.js';
import {completion, type Lister} from './completion.js';

const lister: Lister = {
	resources: () => resources.map((resource) => ({...resource, subresources: []})),
	names: ({plural}, namespace) =>
		plural === 'pods' ? (namespace === 'shop' ? ['cart'] : ['web-a', 'web-b']) : plural === 'nodes' ? ['node-a'] : [],
	files: () => ['web.yaml'],
	namespaces: () => ['default', 'shop'],
};

const table: ReadonlyArray<[words: string[], candidates: string[]]> = [
	[['des'], ['describe']],
	[
		['rollout', 're'],
		['restart', 'resume'],
	],
	[['get', 'deploy'], ['deployments']],
	[
		['get', 'pods', ''],
		['web-a', 'web-b'],
	],
	[['get', 'pods', 'web-a', ''], ['web-b']],
	[['get', 'pods', '-n', 'shop', ''], ['cart']],
	[
		['-n', ''],
		['default', 'shop'],
	],
	[
		['describe', 'po/web'],
		['po/web-a', 'po/web-b'],
	],
	[
		['logs', 'web-'],
		['web-a', 'web-b'],
	],
	[['drain', ''], ['node-a']],
	[['apply', '-f', ''], ['web.yaml']],
	[['get', 'pods', '-o', 'y'], ['yaml']],
	[['get', 'pods', '--output=y'], ['--output=yaml']],
	[['get', 'pods', '--show-l'], ['--show-labels']],
	[['cluster-info', 'x'], []],
];

for (const [words, candidates] of table) {
	test(`completion of: kubectl ${words.join(' ')}`, (t) => {
		t.deepEqual(completion(words, lister), candidates);
	});
}
