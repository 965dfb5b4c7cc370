import {readdirSync, readFileSync} from 'node:fs';
import test from 'ava';
import {parse, stringify} from 'yaml';
import {integer, list, mapOf, oneOf, pattern, readDocument, record, text} from '../../scenario/document.js';
import {imageFields} from '../../scenario/image.js';
import {readScenario} from '../../scenario/scenario.js';
import {imageNamed, type ImageCatalogue} from './catalogue.js';
import {commandWords} from './command-line.js';
import {imageInContainer, plainRun, toolAnswer} from './container-behaviour.js';
import type {Run} from './container-run.js';
import {imageFiles} from './image-files.js';
import {knownImages} from './known-images.js';

const inContainer = (images: string, name: string, run: Partial<Run> = {}) => {
	const scenario = readScenario(`nodes: [{name: a}]\nimages:\n${images}`, 'scenario.yaml');
	const described: ImageCatalogue['images'] = JSON.parse(JSON.stringify(scenario.images));
	const image = imageNamed({images: described}, name);
	if (!image) {
		throw new Error(`there is no ${name}`);
	}

	return imageInContainer(image, {...plainRun, image: name, ...run});
};

const folder = new URL('../../../snapshots/images/', import.meta.url);

test("each image of the package is written in the format of a scenario's images, and in one file", (t) => {
	const rules = {
		newest: text,
		lastOf: mapOf(integer),
		names: list(text),
		distributions: oneOf([true]),
		debianVariants: oneOf([true]),
	};
	const shape = mapOf(
		record({
			...imageFields,
			names: list(text),
			onlyTags: pattern,
			hasBind: oneOf([true]),
			tags: record({...rules, variants: list(text)}, ['newest']),
			variants: list(record({...imageFields, tags: pattern}, ['tags'])),
		}),
	);
	/** A file of the package may have aliases; an author's file has none. */
	const withoutAliases = (file: string): string =>
		stringify(parse(readFileSync(new URL(file, folder), 'utf8'), {maxAliasCount: -1}), {aliasDuplicateObjects: false});
	const names = readdirSync(folder).flatMap((file) =>
		Object.keys(readDocument(withoutAliases(file), file, shape).value),
	);
	t.is(new Set(names).size, names.length);
	t.deepEqual(
		knownImages()
			.map((image) => image.names[0]?.replace(/^library\//, ''))
			.toSorted(),
		names.toSorted(),
	);
});

test('a field in images of a scenario replaces that of every image that the program knows, and the other fields stay', (t) => {
	for (const known of knownImages()) {
		const [bare = ''] = known.names;
		// Some official images have no tag `latest`.
		const name = imageNamed({images: {}}, bare) ? bare : `${bare}:8`;
		const changed = inContainer(`  '${name}': {startMemory: 77Mi, env: {ADDED: yes please}}\n`, name);
		const plain = imageNamed({images: {}}, name);
		t.is(changed.known?.startMemory, '77Mi', name);
		t.deepEqual(changed.known?.env, {...plain?.known?.env, ADDED: 'yes please'}, name);
		t.deepEqual(changed.known?.programs, plain?.known?.programs, name);
		t.deepEqual(changed.listens, imageInContainer(plain ?? {}, {...plainRun, image: name}).listens, name);
	}
});

test('programs, tools and files of a known image are added by name', (t) => {
	const images = `  'postgres:17':
    programs: {postgres: {serves: [{port: 5433}], log: ['mine on $PORT']}}
    tools: {backup: [{when: --now, output: "saved\\n"}]}
    files: {/etc/mine.conf: {file: "a\\n"}}
    user: '70'
`;
	const image = inContainer(images, 'postgres:17', {environment: {POSTGRES_PASSWORD: 'x'}});
	t.deepEqual(image.listens, [{port: 5433}]);
	t.deepEqual(image.program?.log, ['mine on 5433']);
	t.is(image.user, '70');
	t.is(toolAnswer(image, ['backup', '--now'])?.output, 'saved\n');
	t.is(toolAnswer(image, ['pg_isready', '--version'])?.exit, undefined);
	t.truthy(toolAnswer(image, ['pg_isready']));
	t.truthy(imageFiles(image).get('etc'));
	t.is(inContainer(images, 'postgres:16', {environment: {POSTGRES_PASSWORD: 'x'}}).listens?.[0]?.port, 5432);
});

test('an image that the program does not know is described as the package describes its own', (t) => {
	const images = `  'example.org/shop:1':
    user: '1000'
    shell: false
    entrypoint: [/shop]
    cmd: [serve]
    programs:
      shop:
        needs: {variables: [DATABASE], log: [DATABASE is not set], exit: 3}
        subcommands:
          serve: {serves: [{port: 8080, options: [--port], variable: PORT}], log: ['listens on $PORT']}
          migrate: {forMs: 500, log: [done]}
`;
	const run = (more: Partial<Run>) => inContainer(images, 'example.org/shop:1', more);
	t.deepEqual(commandWords(run({}).known ?? {}, {}), ['/shop', 'serve']);
	t.deepEqual(run({}).listens, [{port: 8080}]);
	t.deepEqual(run({environment: {PORT: '9'}}).program?.log, ['listens on 9']);
	t.deepEqual(run({args: ['serve', '--port', '7']}).listens, [{port: 7}]);
	t.like(run({args: ['migrate']}).program, {forMs: 500, exit: 0, log: ['done']});
	t.like(run({args: ['other']}).program, {exit: 3, log: ['DATABASE is not set']});
	t.is(run({}).shell, false);
	t.is(run({}).opaque, undefined);
});

test('an image of which only memory and variables are described is assumed to serve, as one without a description', (t) => {
	const images = "  'example.org/app:1': {startMemory: 64Mi, env: {A: b}, directory: /srv}\n";
	const image = inContainer(images, 'example.org/app:1', {declared: [8080]});
	t.deepEqual(
		image.listens?.map(({port}) => port),
		[8080],
	);
	t.is(image.opaque, 'app');
	t.like(image.known, {startMemory: '64Mi', env: {A: 'b'}, directory: '/srv'});
});

test('a mistake in a description has its place', (t) => {
	t.throws(() => inContainer('  a: {programs: {x: {servs: []}}}\n', 'a'), {message: /servs.*did you mean "serves"/s});
	t.throws(() => inContainer("  a: {tools: {x: [{when: '('}]}}\n", 'a'), {message: /expected a regular expression/});
});
