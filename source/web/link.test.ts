import test from 'ava';
import type {PageLink} from '../screen/page-link.js';
import {readLink, writeLink} from './link.js';

const links: readonly PageLink[] = [
	{},
	{lesson: '6', step: 4},
	{drill: 'no-endpoints', language: 'zh'},
	{recorded: 'recording: 1\n', stop: 7, made: '0.1.0'},
	{recording: 'runs/a b.yaml', stop: 3},
	{files: {'web.yaml': 'kind: Pod\nmetadata: {name: wéb}\n', 'svc.yaml': '# два\n'}, stop: 120},
];

for (const link of links) {
	test(`a link reads back: ${JSON.stringify(link)}`, async (t) => {
		const written = await writeLink(link);
		t.regex(written, /^[\w=&%.-]*$/);
		const read = Object.entries(await readLink(`#${written}`)).filter(([, value]) => value !== undefined);
		t.deepEqual(Object.fromEntries(read), {...link});
	});
}

test('what is broken or unknown in a link is left out', async (t) => {
	for (const hash of ['#run=AAAA', '#run=', '#step=4e9', '#step=-1', '#x=1', '#%', '#made=<b>']) {
		t.deepEqual(
			Object.values(await readLink(hash)).filter((value) => value !== undefined),
			[],
			hash,
		);
	}
});
