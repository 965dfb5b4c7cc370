import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';

const folder = new URL('../../../source/screen/actions/', import.meta.url);

test('what actions answer stands in the catalogue of each language, and in no action', (t) => {
	const own = readdirSync(folder)
		.filter((name) => !name.endsWith('.test.ts'))
		.flatMap((name) =>
			[
				...readFileSync(new URL(name, folder), 'utf8').matchAll(
					/\bmessage: [^\n]*?['`][^'`\n]*[a-z]{2} [a-z]{2}[^'`\n]*['`]/g,
				),
			].map(([text]) => `${name}: ${text}`),
		);
	t.deepEqual(own, []);
});
