import {isRecord} from '../kernel/record.js';
import {isOfficialImage} from '../objects/official-images.js';
import {nestedField, nestedSlice} from '../objects/unstructured.js';
import type {FieldPath} from './symptom.js';

/** Programs, and the image that is known for each. */
const imageOfProgram: Readonly<Record<string, string>> = {
	bash: 'bash',
	kubectl: 'registry.k8s.io/kubectl',
	mongo: 'mongo',
	mongosh: 'mongo',
	mysqladmin: 'mysql',
	node: 'node',
	npm: 'node',
	pg_isready: 'postgres',
	psql: 'postgres',
	python: 'python',
	python3: 'python',
	'rabbitmq-diagnostics': 'rabbitmq',
	'redis-cli': 'redis',
	'redis-server': 'redis',
};

/** Ports, and the image that is known for each. */
const imageOfPort: Readonly<Record<number, string>> = {
	80: 'nginx',
	3306: 'mysql',
	5432: 'postgres',
	5672: 'rabbitmq',
	6379: 'redis',
	11211: 'memcached',
	27017: 'mongo',
};

/** Variables that one image needs, by the beginning of their names. */
const imageOfVariable: ReadonlyArray<readonly [RegExp, string]> = [
	[/^POSTGRES_/, 'postgres'],
	[/^MYSQL_/, 'mysql'],
	[/^MARIADB_/, 'mariadb'],
	[/^MONGO_INITDB_/, 'mongo'],
	[/^RABBITMQ_DEFAULT_/, 'rabbitmq'],
];

/** Folders that one image reads, and the image. */
const imageOfFolder: ReadonlyArray<readonly [RegExp, string]> = [
	[/^\/usr\/share\/nginx\b|^\/etc\/nginx\b/, 'nginx'],
	[/^\/usr\/local\/apache2\b/, 'httpd'],
	[/^\/var\/lib\/postgresql\b/, 'postgres'],
	[/^\/var\/lib\/mysql\b/, 'mysql'],
];

const textsOf = (container: unknown, ...path: readonly string[]): readonly string[] =>
	nestedSlice(container, ...path).filter((text) => typeof text === 'string');

const named = (container: unknown, list: string, field: string): readonly unknown[] =>
	nestedSlice(container, list).map((item) => nestedField(item, field));

const firstOf = (table: ReadonlyArray<readonly [RegExp, string]>, texts: readonly unknown[]): readonly string[] =>
	table.flatMap(([pattern, image]) =>
		texts.some((text) => typeof text === 'string' && pattern.test(text)) ? [image] : [],
	);

/** Other containers of the object that have an image: the missing one may be the same. */
const imagesBeside = (value: unknown): readonly string[] =>
	isRecord(value)
		? [...nestedSlice(value, 'initContainers'), ...nestedSlice(value, 'containers')].flatMap((one) => {
				const image = nestedField(one, 'image');
				return typeof image === 'string' ? [image] : [];
			})
		: [];

/** The first word of a command line is its program. */
const programOf = ([first]: readonly string[]): readonly string[] =>
	first === undefined ? [] : [first.slice(first.lastIndexOf('/') + 1)];

/**
The images that a container without one may mean, the likeliest first: that of its name, of its programs, variables, folders and ports, of a shell, of the container beside it.

@param field of the missing image in its object.
*/
export const usualImages = (object: unknown, field: FieldPath): readonly string[] => {
	const at = field.slice(0, -1);
	const container = nestedField(object, ...at);
	const names = [nestedField(container, 'name'), nestedField(object, 'metadata', 'name')];
	const probes = ['readinessProbe', 'livenessProbe', 'startupProbe'].flatMap((probe) =>
		programOf(textsOf(container, probe, 'exec', 'command')),
	);
	const command = textsOf(container, 'command');
	const programs = [...programOf(command), ...probes];
	const script = [...command, ...textsOf(container, 'args')].join(' ').match(/[\w-]+/g) ?? [];
	return [
		...new Set([
			...names.filter((name) => typeof name === 'string' && isOfficialImage(name)).map(String),
			...programs.flatMap((program) => imageOfProgram[program] ?? []),
			...script.flatMap((program) => imageOfProgram[program] ?? []),
			...firstOf(imageOfVariable, named(container, 'env', 'name')),
			...firstOf(imageOfFolder, named(container, 'volumeMounts', 'mountPath')),
			...(command.length === 0
				? named(container, 'ports', 'containerPort').flatMap((port) => imageOfPort[Number(port)] ?? [])
				: ['busybox']),
			...imagesBeside(nestedField(object, ...at.slice(0, -2))),
		]),
	];
};
