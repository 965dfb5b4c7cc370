import test from 'ava';
import {inPart, playedByKubectl, pagePlays, pageResults} from '../testing/documentation-pages.js';
import {stepsOf} from '../testing/documentation-pages/page.js';
import {Cluster} from './cluster.js';

const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

for (const play of pagePlays) {
	const {page, scenario = {}, files = {}} = play;
	test(`${page} ends as the page says`, (t) => {
		const cluster = Cluster.create({scenario});
		const taken = new Map<string, string>();
		for (const {command, afterSeconds, prints, lacks, stdin, exit, takes} of stepsOf(play)) {
			cluster.runFor(afterSeconds * 1000);
			const filled = (text: string) => text.replaceAll(/\$([A-Z]+)/g, (word, name: string) => taken.get(name) ?? word);
			const line = filled(command);
			const {stdout, stderr, code} = cluster.kubectl(line, {
				files,
				...(stdin.length > 0 ? {stdin: stdin.map((text) => `${text}\n`).join('')} : {}),
			});
			const said = collapsed(`${stdout}\n${stderr}`);
			t.is(code, exit, `${line}: ${said}`);
			for (const text of prints) {
				t.true(said.includes(collapsed(filled(text))), `${line}: ${text} is not in ${said}`);
			}

			for (const text of lacks) {
				t.false(said.includes(collapsed(filled(text))), `${line}: ${text} is in ${said}`);
			}

			if (takes !== undefined) {
				taken.set(takes, stdout.trim());
			}
		}
	});
}

test('each page has one result, and a reason where not all is as the page says', (t) => {
	const pages = pageResults.map(({page}) => page);
	t.deepEqual(pages.toSorted(), [...new Set(pages)].toSorted());
	for (const {page, commands, equal, why} of pageResults) {
		t.true(equal <= commands, page);
		t.true(why !== undefined || (equal === commands && commands > 0), page);
	}

	t.deepEqual(
		[...playedByKubectl, ...inPart].filter((name) => !pages.some((page) => page.startsWith(name))),
		[],
	);
	t.deepEqual(
		pagePlays.map(({page}) => page).filter((page) => !pages.includes(page)),
		[],
	);
});
