/** A module of the bundle, split: esbuild writes its imports first and its exports last. */
export interface Chunk {
	/** Other chunks that must run before it, by file name. */
	readonly needs: readonly string[];
	/** Its code as the body of an asynchronous function that returns its exports. */
	readonly body: string;
	/** Chunks that it loads when it needs them, by file name. */
	readonly later: readonly string[];
	/** The number of its imports of modules other than chunks. */
	readonly builtins: number;
}

/** An import between two statements of minified code. */
const importWords =
	/(?<=^|[;}\n])import(?:\s*\*\s*as (?<namespace>[\w$]+)|\s*(?<byDefault>[\w$]+)(?=\s*from|,))?,?(?:\{(?<names>[^}]*)\})?(?:\s*from\s*)?"(?<from>[^"]+)";\n?/g;

const exportWords = /export\{(?<names>[^}]*)\};?\s*$/;

/** The lines before the imports: a shebang, comments, and the lines that define `require`. */
const preamble = /^(?:#!.*\n|\/\/.*\n|\s*\n|import \{createRequire.*\n|const require = .*\n)*/;

/** `a as b,c` as pairs: the name in the other module, and the name here. */
const pairsOf = (names: string): ReadonlyArray<readonly [there: string, here: string]> =>
	names
		.split(',')
		.filter((part) => part.trim() !== '')
		.map((part) => {
			const [there = '', here = there] = part.trim().split(' as ');
			return [there, here];
		});

const fileOf = (specifier: string): string => specifier.slice('./'.length);

/** One import between the statements of minified code. */
export interface Import {
	/** The module as the code names it: `./chunk.js`, `fs`. */
	readonly from: string;
	/** The name here for all of the module. */
	readonly namespace: string | undefined;
	/** The name here for its default export. */
	readonly byDefault: string | undefined;
	readonly names: ReadonlyArray<readonly [there: string, here: string]>;
}

/** Code with other statements in place of its imports. @param write receives an import, and its text */
export const replaceImports = (code: string, write: (one: Import, text: string) => string): string =>
	code.replaceAll(importWords, (text: string, ...found) => {
		const {from = '', namespace, byDefault, names = ''}: Readonly<Record<string, string | undefined>> = found.at(-1);
		return write({from, namespace, byDefault, names: pairsOf(names)}, text);
	});

/**
Splits a chunk of the bundle so that it can run outside a module.

@param text the minified output of esbuild; its exports do not change after the chunk has run. The build checks that each import is found.
*/
export const chunkOf = (text: string): Chunk => {
	const needs: string[] = [];
	const lines: string[] = [];
	let builtins = 0;
	const bind = ({namespace, byDefault, names, from}: Import): string => {
		const isOurs = from.startsWith('./');
		const source = isOurs ? `__chunk(${JSON.stringify(fileOf(from))})` : `__builtin(${JSON.stringify(from)})`;
		if (isOurs) {
			needs.push(fileOf(from));
		} else {
			builtins++;
		}

		if (namespace !== undefined) {
			lines.push(`const ${namespace}=${source};`);
		}

		if (byDefault !== undefined) {
			lines.push(`const ${byDefault}=${isOurs ? `${source}.default` : source};`);
		}

		for (const [there, here] of names) {
			lines.push(
				isOurs
					? `const ${here}=${source}.${there};`
					: `const ${here}=__member(${JSON.stringify(from)},${JSON.stringify(there)});`,
			);
		}

		return '';
	};

	const rest = replaceImports(text.replace(preamble, ''), bind);
	const exported = pairsOf(exportWords.exec(rest)?.groups?.['names'] ?? '');
	const later: string[] = [];
	const code = rest
		.replace(exportWords, '')
		.replaceAll('import.meta.url', '__url')
		.replaceAll(/\bimport\("\.\/([\w.-]+)"\)/g, (_, file: string) => {
			later.push(file);
			return `__load(${JSON.stringify(file)})`;
		});

	return {
		needs,
		later,
		builtins,
		body: `"use strict";${lines.join('')}\n${code}\nreturn{${exported.map(([here, there]) => `${there}:${here}`).join(',')}}`,
	};
};

/** The code in one-byte characters: V8 stores a script with any wider character in two bytes per character. */
const narrow = (code: string): string =>
	code.replaceAll(/[^\u0000-\u00FF]/g, (character) =>
		Array.from(
			{length: character.length},
			(_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
		).join(''),
	);

/** Node's modules whose state a snapshot may contain. The others are loaded once the program runs. @see https://nodejs.org/docs/latest-v24.x/api/cli.html#--build-snapshot */
const keepable = [
	'assert',
	'buffer',
	'events',
	'fs',
	'net',
	'os',
	'path',
	'stream',
	'string_decoder',
	'timers',
	'url',
	'util',
	'zlib',
];

/** The replacement of a module's loader. `require` belongs to the script that builds the snapshot: it loads only Node's own modules. */
const loader = (address: string, namesOf: Readonly<Record<string, readonly string[]>>): string => `
const __names=${JSON.stringify(namesOf)};
const __kept=new Set(${JSON.stringify(keepable)});
const __bare=(name)=>name.replace(/^node:/,'');
const __known=new Map();
const __late=(name)=>{
	let module;
	const real=()=>module??=require(name);
	const late={};
	for(const key of __names[name]??[])Object.defineProperty(late,key,{enumerable:true,configurable:true,get:()=>real()[key]});
	return late;
};
const __builtin=(word)=>{
	const name=__bare(word);
	if(name==='process')return globalThis.process;
	if(!__known.has(name))__known.set(name,__kept.has(name)?require(name):__late(name));
	return __known.get(name);
};
const __member=(word,key)=>{
	const name=__bare(word);
	if(name==='process'||__kept.has(name))return __builtin(word)[key];
	const real=()=>__builtin(word)[key];
	return new Proxy(function(){},{
		apply:(_,self,words)=>Reflect.apply(real(),self,words),
		construct:(_,words)=>Reflect.construct(real(),words),
		get:(_,inner)=>real()[inner],
		has:(_,inner)=>inner in real(),
	});
};
const __Segmenter=Intl.Segmenter;
Intl.Segmenter=class Segmenter{
	#words;#real;
	constructor(...words){this.#words=words}
	segment(text){return(this.#real??=new __Segmenter(...this.#words)).segment(text)}
};
const __url=${JSON.stringify(address)};
const __require=(name)=>__builtin(name);
const __running=new Map(),__done=new Map();
const __chunk=(file)=>__done.get(file);
const __load=(file)=>{
	if(!__running.has(file))__running.set(file,(async()=>{
		const[needs,run]=__chunks[file];
		for(const need of needs)await __load(need);
		__done.set(file,await run(__require));
		return __done.get(file);
	})());
	return __running.get(file);
};`;

/**
One script of the chunks that an entry reaches, as \`node --build-snapshot\` needs it: a script has no \`import\`.

@param entry file name of the chunk that runs first; it exports \`prepare\`, which runs while the snapshot is built, and \`main\`, which runs at each start
@param read the text of a chunk by its file name
@param address file URL of the entry
@param namesOf the names that each of Node's modules exports
*/
export const snapshotScript = (
	entry: string,
	read: (file: string) => string,
	address: string,
	namesOf: Readonly<Record<string, readonly string[]>>,
): string => {
	const chunks = new Map<string, Chunk>();
	const waiting = [entry];
	for (let file; (file = waiting.pop()) !== undefined;) {
		if (!chunks.has(file)) {
			const chunk = chunkOf(read(file));
			chunks.set(file, chunk);
			waiting.push(...chunk.needs, ...chunk.later);
		}
	}

	const written = [...chunks].map(
		([file, {needs, body}]) => `${JSON.stringify(file)}:[${JSON.stringify(needs)},async(require)=>{${narrow(body)}}]`,
	);
	return `'use strict';
${loader(address, namesOf)}
const __chunks={${written.join(',\n')}};
__load(${JSON.stringify(entry)}).then(async({prepare,main})=>{
	await prepare();
	require('v8').startupSnapshot.setDeserializeMainFunction(()=>{
		Intl.Segmenter=__Segmenter;
		main();
	});
});
`;
};
