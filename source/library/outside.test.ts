import {execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {readPage} from '../testing/documents.js';
import {installed} from '../testing/installed.js';
import {must} from '../testing/must.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The TypeScript that the manual shows between two of its marks. */
const shown = (name: string): string =>
	must(
		new RegExp(`<!-- ${name} -->\\n\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\`\\n\\n<!-- /${name} -->`).exec(
			readPage('library'),
		)?.[1],
		name,
	);

const extensions = `
import assert from 'node:assert/strict';
import test from 'node:test';
import {cluster as greeted} from './controller.js';
import {cluster as helloing} from './hello.js';
import {cluster as quiet} from './plug-in.js';
import {cluster as shop} from './two-services.js';
import {cluster as working} from './worker.js';

const definition = {
	apiVersion: 'apiextensions.k8s.io/v1',
	kind: 'CustomResourceDefinition',
	metadata: {name: 'greetings.example.com'},
	spec: {
		group: 'example.com',
		scope: 'Namespaced',
		names: {plural: 'greetings', singular: 'greeting', kind: 'Greeting'},
		versions: [{
			name: 'v1alpha1',
			served: true,
			storage: true,
			schema: {openAPIV3Schema: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true}},
		}],
	},
};

test('the operator of the manual greets', () => {
	greeted.apply(definition);
	greeted.rest();
	greeted.apply('apiVersion: example.com/v1alpha1\\nkind: Greeting\\nmetadata: {name: anna}\\nspec: {name: Anna}\\n');
	greeted.rest();
	assert.equal(greeted.get('configmaps/anna')?.data?.['text'], 'Hello, Anna!');
	// @ts-expect-error: a ConfigMap has no phase
	greeted.get('configmaps/anna')?.status;
});

test('the plug-in of the manual keeps Pods off noisy nodes', () => {
	quiet.kubectl('run web --image=nginx:1.27');
	quiet.rest();
	assert.equal(quiet.get('pods/web')?.spec?.nodeName, 'node-b');
});

test('the programs of the manual serve, ask each other and give work back', () => {
	const run = (cluster: typeof helloing, name: string, image: string, more = '') => {
		cluster.kubectl(\`run \${name} --image=\${image} --port=8080 --restart=OnFailure \${more}\`);
		cluster.kubectl(\`expose pod \${name} --port=80 --target-port=8080\`);
		cluster.rest();
	};
	const ask = (cluster: typeof helloing, url: string) => {
		cluster.kubectl('run client --image=busybox:1.37 -- sleep 3600');
		cluster.rest();
		return cluster.kubectl(\`exec client -- wget -qO- \${url}\`);
	};

	run(helloing, 'hello', 'shop/hello:1');
	assert.equal(ask(helloing, 'http://hello/').stdout, 'Hello, hello!');
	helloing.kubectl('delete pod hello --wait=false');
	helloing.runFor(10_000);
	assert.match(helloing.events('pods/hello').map(({reason}) => reason).join(), /Killing/);

	run(shop, 'front', 'shop/front:1');
	assert.match(ask(shop, 'http://front/?item=tea').stderr, /503/);
	run(shop, 'prices', 'shop/prices:1');
	assert.equal(ask(shop, 'http://front/?item=tea').stdout, 'tea costs 3');

	run(working, 'queue', 'queue');
	working.kubectl('run worker --image=worker --restart=Never');
	working.runFor(15_000);
	working.kubectl('delete pod worker');
	working.kubectl('run worker --image=worker --restart=Never');
	working.runFor(60_000);
	assert.equal(working.kubectl('logs worker').stdout, 'greeted ben\\ngreeted cleo\\n');
	assert.equal(working.get('pods/worker')?.status?.phase, 'Succeeded');
});
`;

const configuration = {
	compilerOptions: {
		target: 'es2022',
		module: 'nodenext',
		strict: true,
		noUncheckedIndexedAccess: true,
		exactOptionalPropertyTypes: true,
		// The declarations are checked too, not only their users.
		skipLibCheck: false,
		types: ['node'],
	},
	include: ['*.ts'],
};

test('the packed library, installed elsewhere, has the types and does what the manual shows', (t) => {
	const {folder} = installed();
	const modules = path.join(folder, 'node_modules');
	mkdirSync(path.join(modules, '@types'));
	for (const name of ['@types/node', 'undici-types']) {
		symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'junction');
	}

	const files = {
		'tsconfig.json': JSON.stringify(configuration),
		'first.test.ts': shown('first test'),
		'controller.ts': shown('controller'),
		'hello.ts': shown('hello'),
		'plug-in.ts': shown('plug-in'),
		'two-services.ts': shown('two services'),
		'worker.ts': shown('worker'),
		'extensions.test.ts': extensions,
		'required.cjs': "console.log(typeof require('k8s-walkthrough').Cluster.create)",
	};
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(path.join(folder, name), text);
	}

	const run = (...args: readonly string[]): string => {
		try {
			return execFileSync(process.execPath, args, {cwd: folder, encoding: 'utf8', env: {PATH: process.env.PATH}});
		} catch (error) {
			return error instanceof Error && 'stdout' in error ? `${String(error.stdout)}${error.message}` : String(error);
		}
	};

	const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
	t.is(run(compiler, '-p', '.'), '');
	t.is(run(compiler, '-p', '.', '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'), '');
	const output = run('--test', '--test-reporter=tap', 'first.test.js', 'extensions.test.js');
	t.regex(output, /^# pass 4$/m, output);
	t.regex(output, /^# fail 0$/m);
	t.is(run('--no-warnings', 'required.cjs'), 'function\n');
});
