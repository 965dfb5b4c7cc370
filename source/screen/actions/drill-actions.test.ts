import test from 'ava';
import {faultyApp} from '../../classroom/drills/random.js';
import {LessonRun} from '../../classroom/player.js';
import {rowsOn, typed} from '../../testing/screens.js';
import {keyTable} from '../input/key-table.js';
import {drillText} from '../panes/drill-text.js';
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

test('where the commands of the learner keep the solution from helping, it is performed on the cluster as the drill began', (t) => {
	const app = faultyApp(5, 2).drill.title.split(':')[0] ?? '';
	const deleted = typed(opened(), words(`kubectl delete deploy ${app}`));
	const shown = typed(deleted, ['!']);
	t.true(shown.lesson?.solved);
	t.true(shown.lesson?.spent.helped);
	t.regex(shown.message, /^solution, from the beginning of the task: kubectl scale deployment/);
	t.regex(typed(opened(), ['!']).message, /^solution: kubectl scale deployment/);
});

test('a command that does not end keeps the screen for five minutes of the cluster; the next one runs beside it', (t) => {
	const app = faultyApp(5, 2).drill.title.split(':')[0] ?? '';
	const line = `kubectl wait deploy/${app} --for=delete --timeout=2h`;
	const state = opened();
	const start = state.recording.kernel.now;
	const waiting = typed(state, words(line));
	t.is(
		waiting.message,
		`${line} still waits after 300 s, as in a terminal: type the next command; :interrupt sends Ctrl-C`,
	);
	t.true(waiting.recording.kernel.now - start < 310_000);
	t.is(waiting.cursor, waiting.recording.stops.length - 1);
	const next = typed(waiting, words(`kubectl scale deploy ${app} --replicas=2`));
	t.regex(next.message, new RegExp(`^deployment.apps/${app} scaled; ran on from #\\d+ to its outcome$`));
	t.true(next.recording.kernel.now - start <= 600_000);
	t.is(next.recording, waiting.recording);
	t.is(next.pane.view, 'cluster');
});

test('a command typed at a stop inside an answer begins no other future: it runs after the answer, on to its outcome', (t) => {
	const app = faultyApp(5, 2).drill.title.split(':')[0] ?? '';
	const looked = typed(opened(), words('kubectl get deploy'));
	const inside = typed(looked, ['S', 'S', 'S']);
	t.true(inside.cursor < looked.cursor);
	const next = typed(inside, words(`kubectl scale deploy ${app} --replicas=2`));
	t.is(next.recording, looked.recording);
	t.regex(next.message, /scaled; ran on from #\d+ to its outcome$/);
});

test('the page names the commands that do not help as they are typed, with their flags', (t) => {
	const drill = faultyApp(5, 2);
	const useless = {says: 'Nothing changes.', do: [{kubectl: "patch cronjob report -p '{}'"}, {kubectl: 'get pods'}]};
	const run = new LessonRun({...drill, drill: {...drill.drill, not: [useless]}});
	run.solve();
	run.next();
	const page = drillText(
		{...lessonOpened(run, {keymap: keyTable, services: {}}).lesson!},
		{...drill.drill, not: [useless]},
	);
	t.true(
		page.some(({text}) => text === "kubectl patch cronjob report -p '{}'  then  kubectl get pods: Nothing changes."),
	);
});

for (const [line, says] of [
	['create serviceaccount releaser', 'serviceaccount/releaser created'],
	['run probe --image=nginx:1.27', 'pod/probe created'],
	['expose deploy APP --port=80 --name=second', 'service/second exposed'],
] as const) {
	test(`a command that makes its object from flags runs to its outcome in a task: kubectl ${line}`, (t) => {
		const app = faultyApp(5, 2).drill.title.split(':')[0] ?? '';
		const {message} = typed(opened(), words(`kubectl ${line.replace('APP', app)}`));
		t.regex(message, new RegExp(`^${says.replace('APP', app)}; ran on from #\\d+ to its outcome$`));
	});
}

test('of a command that prints several lines, the last one says what it has done in the end', (t) => {
	const {message} = typed(opened(), words('kubectl label deploy,rs --all tier=web'));
	t.regex(message, /^… replicaset\.apps\/\S+ labeled; ran on from #\d+ to its outcome$/);
});
