import test from 'ava';
import {parseCommandLine, suggestions} from './command-line.js';
import {commandFacts} from './command-facts.js';
import {splitWords} from './split-words.js';

const words = (line: string) => parseCommandLine(splitWords(line));

test('flags stand before, between and after words', (t) => {
	const line = words('-n shop get -oyaml pods web --show-labels -l app=web,tier!=x');
	t.deepEqual(line.path, ['kubectl', 'get']);
	t.deepEqual(line.arguments, ['pods', 'web']);
	t.is(line.flags.text('namespace'), 'shop');
	t.is(line.flags.text('output'), 'yaml');
	t.is(line.flags.text('selector'), 'app=web,tier!=x');
	t.true(line.flags.on('show-labels'));
});

test('what follows -- belongs to the container', (t) => {
	const line = words('run web --image=busybox -- sleep -n 5');
	t.deepEqual(line.arguments, ['web', 'sleep', '-n', '5']);
	t.is(line.dashAt, 1);
});

test('shorthands can be bundled and carry values', (t) => {
	const line = words('exec -it web -cmain -- sh');
	t.true(line.flags.on('stdin'));
	t.true(line.flags.on('tty'));
	t.is(line.flags.text('container'), 'main');
});

test('aliases call commands, slices are cut at commas, durations are milliseconds', (t) => {
	t.deepEqual(
		words('create deploy web --image=a,b').path,
		['kubectl', 'create', 'deploy'].map((word) => (word === 'deploy' ? 'deployment' : word)),
	);
	t.deepEqual(words('create deploy web --image=a --image=b').flags.list('image'), ['a', 'b']);
	t.is(words('delete pod web --timeout=1m30s').flags.durationMs('timeout'), 90_000);
});

const wrong: ReadonlyArray<[string, RegExp]> = [
	['get pods -Z', /unknown shorthand flag: 'Z' in -Z/],
	['get pods -o', /flag needs an argument: 'o' in -o/],
	['get pods --output', /flag needs an argument: --output/],
	[
		'scale deploy web --replicas=many',
		/invalid argument "many" for "--replicas" flag: strconv.ParseInt: parsing "many": invalid syntax/,
	],
	[
		'get pods --watch=maybe',
		/invalid argument "maybe" for "-w, --watch" flag: strconv.ParseBool: parsing "maybe": invalid syntax/,
	],
	['delete pod x --timeout=soon', /invalid argument "soon" for "--timeout" flag: time: invalid duration "soon"/],
];

for (const [line, message] of wrong) {
	test(`the words of pflag for: ${line}`, (t) => {
		t.throws(() => words(line), {message});
	});
}

test('near commands are suggested', (t) => {
	t.deepEqual(suggestions(commandFacts(), 'descrbe'), ['describe']);
});
