import test from 'ava';
import {textsOf, type GivenFile} from './given-files.js';

const given = (path: string, text = path): GivenFile => ({path, file: {text: async () => text}});

test('of a folder, manifests are read by their paths in the order of kubectl, and nothing of tools or hidden folders', async (t) => {
	const texts = await textsOf(
		['app/b.yaml', 'app/a b.yml', 'app/README.md', 'app/node_modules/x/y.yaml', 'app/.git/c.json', 'app/z.JSON'].map(
			(path) => given(path),
		),
	);
	t.deepEqual(Object.entries(texts), [
		['app/a_b.yml', 'app/a b.yml'],
		['app/b.yaml', 'app/b.yaml'],
		['app/z.JSON', 'app/z.JSON'],
	]);
});
