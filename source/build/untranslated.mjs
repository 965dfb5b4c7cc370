// Prints how many texts of the program each translation lacks. A text that is missing is shown in English, so this never fails.
//
//   node source/build/untranslated.mjs
import {existsSync} from 'node:fs';
import process from 'node:process';
import {importSource} from './import-source.mjs';

const generated = new URL('../objects/kubernetes.generated.ts', import.meta.url);
if (existsSync(generated)) {
	const {untranslatedReport, walkTexts, exportTexts} = await importSource(
		'commands/untranslated.ts',
		'network/walk/words/words.ts',
		'exports/words/words.ts',
	);
	process.stdout.write(untranslatedReport([walkTexts, exportTexts]));
} else {
	process.stdout.write('translations are not counted before the first build\n');
}
