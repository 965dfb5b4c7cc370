import type {Recipe} from './recipe.js';

/** Additions to the screen, the course, the commands and the languages. */
export const outsideRecipes: readonly Recipe[] = [
	{
		what: 'a view',
		files: {
			'screen/panes/views/pulse.ts': `import {line} from "../../paint/text.js";
import {plain, type ViewRows} from "../row.js";

/** Shows the number of stops. */
export const view: ViewRows = {rows: ({recording}) => plain([line(\`\${recording.stops.length} stops\`)])};
`,
		},
		edits: [
			{
				file: 'classroom/views.ts',
				before: "\t{\n\t\tname: 'board',",
				text: "\t{name: 'pulse', key: 'Z', tab: 'pulse', title: 'Pulse', does: 'show pulse'},\n",
			},
		],
		proof: {
			run: [
				'-e',
				`const {keyTable} = await import('./dist/screen/input/key-table.js');
				const {rowsOn, typed} = await import('./dist/testing/screens.js');
				const {stateOf} = await import('./dist/screen/start.js');
				const shown = typed(stateOf({view: 'play'}, {keymap: keyTable}), ['Z']);
				console.log(rowsOn(shown).join('\\n'));`,
			],
			prints: /Pulse[\s\S]*\d+ stops/,
		},
	},
	{
		what: 'a command',
		files: {
			'commands/hello-command.ts': `import type {Command} from "commander";
import type {CommandHost} from "./command-host.js";

/** \`hello\`: a greeting. */
export const defineHello = (program: Command, {streams, exit}: CommandHost): void => {
	program
		.command('hello')
		.description('greet the reader')
		.action(() => {
			streams.stdout('Hello.\\n');
			exit(0);
		});
};
`,
		},
		edits: [
			{
				file: 'commands/program.ts',
				before: "import {defineHelp} from './help-command.js';",
				text: "import {defineHello} from './hello-command.js';\n",
			},
			{file: 'commands/program.ts', before: '\tdefineHelp,\n];', text: '\tdefineHello,\n'},
		],
		proof: {run: ['hello'], prints: /^Hello\.$/m},
	},
	{
		what: 'an export format',
		files: {
			'exports/count.ts': `import type {Export} from "./export.js";
import type {Stretch} from "./stretch.js";

/** Exports the number of stops. */
export const exportCount = ({first, last}: Stretch): Export => ({
	*chunks() {
		yield \`\${last - first + 1} stops in all\\n\`;
	},
});
`,
		},
		edits: [
			{
				file: 'exports/format-names.ts',
				before: "\thtml: '",
				text: "\tcount: 'how many stops there are',\n",
			},
			{
				file: 'exports/formats.ts',
				before: "import type {Export} from './export.js';",
				text: "import {exportCount} from './count.js';\n",
			},
			{file: 'exports/formats.ts', before: '\thtml: exportHTML,', text: '\tcount: exportCount,\n'},
		],
		proof: {run: ['export', 'pod.yaml', '--as', 'count'], prints: /^\d+ stops in all$/m},
	},
	{
		what: 'a finding of check',
		edits: [
			{
				file: 'commands/check/catalogue/pods.ts',
				before: "\t{\n\t\tid: 'W030',",
				text: `	{
		id: 'W999',
		name: 'a-quiet-pod',
		severity: 'note',
		what: 'The Pod says nothing.',
		why: 'A Pod without a log tells its reader little.',
		stage: 'kubelet.sync',
		mend: 'Let it log.',
		page: 'concepts/cluster-administration/logging/',
		symptoms: [],
	},
`,
			},
		],
		proof: {run: ['check', '--explain', 'W999'], prints: /The Pod says nothing\./},
	},
	{
		what: 'a language',
		files: {
			'stages/de/german.ts': `import type {LanguageTable} from "../language-table.js";
import type {Translation} from "../translation.js";

/** The German texts of some stages. */
export const german: Translation<LanguageTable> = {
	sentences: {'controller.deployment.sync': (_facts, stop) => \`Ein Abgleich für \${stop.object ?? 'ein Deployment'}.\`},
};
`,
		},
		edits: [
			{file: 'stages/language-names.ts', before: "ru: 'Русский'}", text: "de: 'Deutsch', "},
			{
				file: 'stages/language.ts',
				before: "import {english} from './en/english.js';",
				text: "import {german} from './de/german.js';\n",
			},
			{file: 'stages/language.ts', before: 'zh: chinese, ru: russian});', text: 'de: german, '},
		],
		proof: {run: ['--lang', 'de', 'trace', 'deployment.yaml'], prints: /Ein Abgleich für [\s\S]*kubectl/},
	},
	{
		what: 'a lesson',
		copy: ['lessons/02-before-anything-leaves', 'lessons/98-a-copy'],
		proof: {run: ['lessons', 'check', 'lessons/98-a-copy/lesson.yaml'], prints: /98-a-copy/},
	},
	{
		what: 'a drill',
		copy: ['lessons/drills/a-gate-nobody-opens', 'lessons/drills/a-copy'],
		proof: {run: ['lessons', 'check', 'lessons/drills/a-copy/drill.yaml'], prints: /a-copy/},
	},
];
