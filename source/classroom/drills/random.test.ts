import test from 'ava';
import {readGlossary} from '../glossary.js';
import {compareWords} from '../wording.js';
import {readDrill} from './lint.js';
import {faults} from './faults.js';
import {playDrill} from './check.js';
import {faultyApp, randomDrill} from './random.js';
import {drillPairs} from './translation.js';

test('a number makes the same drill every time, and others make others', (t) => {
	t.deepEqual(randomDrill(7).drill, randomDrill(7).drill);
	const titles = new Set(Array.from({length: 60}, (_, seed) => randomDrill(seed).drill.title));
	t.true(titles.size > 30, String(titles.size));
});

test('what a number makes could stand in a file, but for its only repair', (t) => {
	for (const index of faults.keys()) {
		const {drill} = faultyApp(index, index);
		const [repair] = drill.solutions;
		const written = {...drill, solutions: [repair, repair]};
		t.notThrows(() => readDrill(JSON.stringify(written), 'drill.yaml'));
	}
});

test('a drill that a number makes is broken, and its repair takes the fault back', (t) => {
	t.deepEqual(playDrill(randomDrill(3)).mistakes.map(String), []);
});

for (const language of ['zh', 'ru'] as const) {
	test(`what a number makes says the same in ${language}: the same run, every text another, its names, numbers and terms`, (t) => {
		for (const index of faults.keys()) {
			const english = faultyApp(index, index);
			const told = faultyApp(index, index, language);
			t.is(told.language, language);
			t.deepEqual(told.drill.fault, english.drill.fault);
			const pairs = drillPairs(english.drill, told.drill);
			t.deepEqual(compareWords([pairs], readGlossary(language), told.placeOf).map(String), []);
			t.deepEqual(
				pairs.filter(({from, to, path}) => from === to && path[0] !== 'title').map(({to}) => to),
				[],
			);
		}
	});
}
