// Prints how many texts of the program each translation lacks. A text that is missing is shown in English, so this never fails.
//
//   node source/build/untranslated.mjs
import {existsSync} from 'node:fs';
import process from 'node:process';

const compiled = new URL('../../dist/commands/untranslated.js', import.meta.url);
if (existsSync(compiled)) {
	const {untranslatedReport} = await import(compiled.href);
	const {walkTexts} = await import(new URL('../network/walk/words/words.js', compiled).href);
	process.stdout.write(untranslatedReport([walkTexts]));
} else {
	process.stdout.write('translations are not counted before the first build\n');
}
