import test from 'ava';
import {faultyApp} from '../../classroom/drills/random.js';
import {LessonRun} from '../../classroom/player.js';
import {rowsOn, typed} from '../../testing/screens.js';
import {keyTable} from '../input/key-table.js';
import {lessonOpened} from './lesson-actions.js';

/** A drill with a Deployment scaled to zero, on a clock that advances by a second with each read. */
const opened = () => {
	let now = 0;
	return lessonOpened(new LessonRun(faultyApp(5, 2)), {keymap: keyTable, services: {now: () => (now += 65_000)}});
};

const words = (line: string): string[] =>
	[':', ...line.replace(/ /g, '\0'), 'return'].map((key) => (key === '\0' ? 'space' : key));

test('a drill shows its symptom and no hint, and counts keys', (t) => {
	const state = opened();
	const rows = rowsOn(state).join('\n');
	t.regex(rows, /Drill · \w+: gone quiet ─+ level 1 · 0 keys/);
	t.notRegex(rows, /H hint/);
	t.notRegex(rows, /^ why {2}/m);
	t.regex(rowsOn(typed(state, ['S'])).join('\n'), /^ why {2}/m);
	const hinted = typed(state, ['H']);
	t.is(hinted.message, 'a drill has no hints; the panes show everything that is wrong');
	t.is(hinted.lesson?.spent.keys, 1);
});

test('a repair is found out by enter; the page after it has the clocks, the keys, the shortest repair and the chain', (t) => {
	const state = opened();
	const {drill} = faultyApp(5, 2);
	const app = drill.title.split(':')[0] ?? '';
	const wrong = typed(state, ['return']);
	t.is(
		wrong.message,
		`not repaired: ten minutes later, status.replicas of deployment/${app} is not set, but should be 2`,
	);
	const line = `kubectl scale deploy ${app} --replicas=3`;
	const two = `kubectl scale deploy ${app} --replicas=2`;
	const repair = drill.solutions[0]?.do[0]?.kubectl?.endsWith('3') ? line : two;
	const repaired = typed(wrong, [...words(repair), 'return']);
	t.is(repaired.message, 'repaired');
	t.is(repaired.lesson?.spent.keys, repair.length + 4);
	t.is(repaired.lesson?.spent.realMs, 65_000);
	const page = rowsOn(typed(repaired, ['return', 's'])).join('\n');
	t.regex(
		page,
		new RegExp(`✓ Repaired in 1 min 5 s with ${repair.length + 4} keystrokes; the cluster's clock advanced by \\d+`),
	);
	t.regex(page, /Shortest known: :kubectl scale deployment \w+ --replicas=\d/);
	t.regex(page, /From the cause to the symptom/);
	t.regex(page, /kubectl rollout restart deployment \w+:\s+New\s+Pods\s+have\s+the\s+same\s+problem/);
});

test('a repair that was shown does not count as one', (t) => {
	const shown = typed(opened(), ['!', 'return']);
	t.true(shown.lesson?.spent.helped);
	t.regex(rowsOn(shown).join('\n'), /✗ The repair was shown to you; this drill stays open/);
});
