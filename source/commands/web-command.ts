import type {Command} from 'commander';
import {errorText} from '../kernel/error-text.js';
import {Mistake} from '../scenario/mistake.js';
import type {CommandHost} from './command-host.js';

/** `web`: the program in a page, served on this machine; `web build` writes it as a folder for any static server. */
export const defineWeb = (program: Command, {streams, exit}: CommandHost): void => {
	const web = program
		.command('web')
		.description('serve the program as a web page on this machine')
		.option('--port <number>', 'port on localhost; 0 takes any free port', '8088')
		.action(async ({port}: {readonly port: string}) => {
			if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
				throw new Mistake(`"${port}" is not a port`, {}, 'a port is a whole number from 0 to 65535');
			}

			const [{pageFiles}, {servePage}, {signalled}] = await Promise.all([
				import('./web/page-files.js'),
				import('./web/serve-page.js'),
				import('./serve-command.js'),
			]);
			const page = pageFiles();
			const served = await servePage(page, Number(port)).catch((error: unknown) => {
				throw new Mistake(`port ${port} cannot be used: ${errorText(error)}`, {}, 'name another one: --port 0');
			});
			streams.stdout(`${served.address}\nCtrl-C ends it.\n`);
			await signalled();
			await served.close();
			exit(0);
		});
	web
		.command('build')
		.description('write the page as a folder for any static server')
		.argument('<folder>', 'the folder to write; existing files are replaced')
		.action(async (folder: string) => {
			const [{pageFiles}, {prepareFolder, writeTextFile}] = await Promise.all([
				import('./web/page-files.js'),
				import('./text-file.js'),
			]);
			const {files} = pageFiles();
			prepareFolder(folder);
			for (const [name, text] of files) {
				writeTextFile(`${folder}/${name}`, text, {folders: true});
			}

			streams.stdout(`${files.size} files in ${folder}: serve the folder with any web server\n`);
			exit(0);
		});
};
