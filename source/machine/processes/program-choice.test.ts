import test from 'ava';
import type {Image} from '../images/image.js';
import {hasProgram, programChoice} from './program-choice.js';

/** The image of a database: a server, a tool that its description knows, and a command that the scenario answers. */
const database: Image = {
	program: {name: 'db'},
	known: {names: ['db'], size: 1, programs: {db: {}, kubectl: {}, sh: {isSimulated: true}}},
	tools: {'db-ping': [{output: 'PONG'}], db: [{when: 'version', output: 'db 1.0'}, {}], ls: [{when: '--db'}]},
	exec: [{command: 'db check', answers: [{output: 'fine'}]}],
	own: true,
};

const caseOf = (image: Image, command: string, missing: readonly string[] = []): string =>
	programChoice(image, command.split(' '), {
		imageName: 'db:1.0',
		directory: '/',
		mayBeOfImage: (word) => missing.includes(word),
	}).case;

test('the scenario decides first, then the description of the image, then the programs of all images', (t) => {
	const table = [
		[database, 'db check', 'scripted'],
		[database, 'kubectl get pods', 'kubectl'],
		[database, 'db-ping', 'tool'],
		[database, '/usr/bin/db-ping -h', 'tool'],
		[database, 'db version', 'tool'],
		[database, 'ls --db', 'tool'],
		[database, 'ls /', 'simulated'],
		[database, 'sh -c true', 'simulated'],
		[database, 'curl localhost', 'network'],
		[database, './start.sh', 'file'],
		[database, 'unheard-of', 'file'],
		[{...database, own: false}, 'db --help', 'assumed'],
		[{...database, own: false}, 'db --data /data', 'own'],
		[{program: {name: 'server'}}, '/opt/server --port 80', 'own'],
		[{}, 'kubectl get pods', 'file'],
		[{anyPort: true}, 'kubectl get pods', 'kubectl'],
	] as const;
	for (const [image, command, expected] of table) {
		t.is(caseOf(image, command), expected, command);
	}
});

test('a program that reads a file of an unknown image counts as working', (t) => {
	const missing = ['/app/config'];
	t.is(caseOf({anyPort: true}, 'cat /app/config', missing), 'assumed');
	t.is(caseOf({anyPort: true}, 'cat /etc/hosts', missing), 'simulated');
	t.is(caseOf({anyPort: true}, 'echo /app/config', missing), 'simulated');
});

test('an image has its own programs, those of its scenario and, with a shell, those of all images', (t) => {
	const lacking: Image = {known: {names: ['slim'], size: 1, programs: {}, lacks: ['curl']}};
	const table: ReadonlyArray<readonly [image: Image, name: string, expected: boolean, hasInstalled?: boolean]> = [
		[database, 'db', true],
		[database, '/usr/bin/db', true],
		[database, 'db-ping', true],
		[{shell: false, exec: [{command: 'check --all', answers: []}]}, 'check', true],
		[{shell: false}, 'ls', false],
		[{shell: false}, 'ls', true, true],
		[{}, 'ls', true],
		[{}, 'curl', true],
		[lacking, 'curl', false],
		[lacking, 'wget', true],
		[{}, 'unheard-of', false],
		[{anyPort: true}, 'unheard-of', true],
		[{anyPort: true}, '/app/there', true],
		[{anyPort: true}, '/app/elsewhere', false],
	];
	for (const [image, name, expected, hasInstalled = false] of table) {
		t.is(
			hasProgram(image, name, (path) => path === '/app/there', hasInstalled),
			expected,
			name,
		);
	}
});
