import {createHash} from 'node:crypto';
import {chunkOf, replaceImports, type Import} from '../startup/chunk-script.js';

/** Chunks by file name, as code. */
export type Chunks = ReadonlyMap<string, string>;

/** The modules that a chunk imports from beside it: at once, and when it needs them. */
export const importedBy = (code: string): {readonly early: readonly string[]; readonly late: readonly string[]} => ({
	early: [...code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map(([, name = '']) => name),
	late: [...code.matchAll(/import\(\s*["']\.\/([\w.-]+\.js)["']\s*\)/g)].map(([, name = '']) => name),
});

/**
The chunks that run when some of them are imported, themselves included: each after those that it imports.

@param waits chunks for which another chunk waits while it runs: by its name. Their imports run before it, too.
*/
export const reached = (
	chunks: Chunks,
	roots: readonly string[],
	waits: ReadonlyMap<string, string> = new Map(),
): ReadonlySet<string> => {
	const done = new Set<string>();
	const begun = new Set<string>();
	const visit = (name: string): void => {
		if (!begun.has(name)) {
			begun.add(name);
			for (const one of [name, waits.get(name) ?? '']) {
				for (const other of importedBy(chunks.get(one) ?? '').early) {
					visit(other);
				}
			}

			done.add(name);
		}
	};

	for (const root of roots) {
		visit(root);
	}

	return done;
};

/** Statements that bind the names of an import to those of a joined chunk. */
const bound = (chunk: string, {namespace, byDefault, names}: Import): string =>
	[
		namespace === undefined ? '' : `const ${namespace}=${chunk};`,
		byDefault === undefined ? '' : `const ${byDefault}=${chunk}.default;`,
		names.length === 0 ? '' : `const{${names.map(([there, here]) => `${there}:${here}`).join(',')}}=${chunk};`,
	].join('');

const fileIn = (from: string): string => from.replace(/^\.\//, '');

/** A chunk that the joined module loads while it runs: it cannot import the module that waits for it. */
const awaited = (code: string): string => `export const __run=async(__chunk)=>{${chunkOf(code).body}};\n`;

/** The joined chunks as one module: each is a function that runs once, in order, and returns its exports. */
const joinedCode = (chunks: Chunks, names: ReadonlySet<string>): string => {
	const parts = [...names].map((name) => ({name, ...chunkOf(chunks.get(name) ?? '')}));
	const beside = [...new Set(parts.flatMap(({needs}) => needs))].filter((name) => !names.has(name));
	return [
		...beside.map((name, index) => `import*as __beside${index} from"./${name}";\n`),
		`const __chunks=new Map([${beside.map((name, index) => `[${JSON.stringify(name)},__beside${index}]`).join(',')}]);\n`,
		'export const __chunk=(name)=>__chunks.get(name);\n',
		'const __load=async(name)=>{\n',
		'const known=__chunks.get(name)??await import("./"+name);\n',
		'if(known.__run)__chunks.set(name,await known.__run(__chunk));\n',
		'return __chunks.get(name)??known;\n};\nconst __url=import.meta.url;\n',
		"const __require=()=>{throw new Error('a page has no require')};\n",
		...parts.map(
			({name, body}) => `__chunks.set(${JSON.stringify(name)},await(async(require)=>{${body}})(__require));\n`,
		),
	].join('');
};

/** A chunk that imports the joined module in place of its parts. */
const withJoined = (code: string, names: ReadonlySet<string>, file: string): string => {
	let uses = false;
	const own = replaceImports(code, (one, text) => {
		const name = fileIn(one.from);
		if (!names.has(name)) {
			return text;
		}

		uses = true;
		return bound(`__chunk(${JSON.stringify(name)})`, one);
	}).replaceAll(/\bimport\("\.\/([\w.-]+)"\)/g, (text, name: string) =>
		names.has(name) ? `import("./${file}").then(({__chunk})=>__chunk(${JSON.stringify(name)}))` : text,
	);
	return uses ? `import{__chunk}from"./${file}";${own}` : own;
};

/** The chunks that are joined. */
export interface Joining {
	/** Chunks that run before the data has arrived: these, and those that they import, stay apart. */
	readonly apart: readonly string[];
	/** Chunks whose imports are joined. */
	readonly of: readonly string[];
	/** Only imports that these have, too, are joined: a thread runs no module for a document. */
	readonly also: readonly string[];
	/** Chunks for which another chunk waits while it runs: by its name. They import nothing but joined chunks. */
	readonly waits: ReadonlyMap<string, string>;
}

/**
The chunks of a page with most of those that it loads first in one file. A bundle for many entries has more than a hundred small chunks, and the requests for them take longer than the program.

@param chunks minified output of esbuild, whose imports form no circle
*/
export const joinedChunks = (chunks: Chunks, {apart, of, also, waits}: Joining): Chunks => {
	const stays = reached(chunks, apart);
	const others = reached(chunks, also, waits);
	const names = new Set([...reached(chunks, of, waits)].filter((name) => !stays.has(name) && others.has(name)));
	const code = joinedCode(chunks, names);
	const file = `engine-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
	for (const [by, name] of waits) {
		for (const other of importedBy(chunks.get(name) ?? '').early) {
			if (names.has(by) && !names.has(other)) {
				throw new Error(`${name} imports ${other}, which is not joined, and ${by} waits for it`);
			}
		}
	}

	const loaded = new Set([...waits].filter(([by]) => names.has(by)).map(([, name]) => name));
	return new Map([
		...[...chunks]
			.filter(([name]) => !names.has(name))
			.map(([name, own]) => [name, loaded.has(name) ? awaited(own) : withJoined(own, names, file)] as const),
		[file, code],
	]);
};
