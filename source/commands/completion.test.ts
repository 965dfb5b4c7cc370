import {spawnSync} from 'node:child_process';
import path from 'node:path';
import test from 'ava';
import {runCommand} from '../testing/command-line.js';
import {put, temporaryFolder} from '../testing/temporary-folder.js';

const folder = temporaryFolder();

/** Bash's completions of the last of these words. */
const offered = async (...words: string[]): Promise<readonly string[]> => {
	const {out} = await runCommand(['completion', 'bash']);
	const script = put(folder, 'completion.bash', out);
	const line = ['k8s-walkthrough', ...words].map((word) => `'${word}'`).join(' ');
	const {stdout} = spawnSync(
		'bash',
		[
			'-c',
			`source ${script}; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _k8s_walkthrough; printf '%s\\n' "\${COMPREPLY[@]}"`,
		],
		{encoding: 'utf8', cwd: path.join(folder)},
	);
	return stdout.split('\n').filter(Boolean);
};

test('bash completes commands, their flags and the values of flags', async (t) => {
	t.deepEqual(await offered('che'), ['check']);
	t.deepEqual(await offered('check', '--fa'), ['--fail-on']);
	t.deepEqual(await offered('check', '-o', 'ju'), ['junit']);
	t.deepEqual(await offered('lessons', 'chec'), ['check']);
	t.deepEqual(await offered('trace', '--unt'), ['--until']);
	t.deepEqual(await offered('help', 'verd'), ['verdicts']);
});

test('fish and zsh get a script, and another shell is refused', async (t) => {
	t.regex(
		(await runCommand(['completion', 'fish'])).out,
		/complete -c k8s-walkthrough -n '__fish_seen_subcommand_from check' -l fail-on -r -f -a 'error warning assumed' -d '/,
	);
	t.regex((await runCommand(['completion', 'zsh'])).out, /^autoload .*bashcompinit/);
	t.is((await runCommand(['completion', 'cmd'])).code, 2);
});

const hasZsh = spawnSync('zsh', ['--version']).status === 0;

(hasZsh ? test : test.skip)('zsh completes as bash does, for the plug-in of kubectl too', async (t) => {
	const {out} = await runCommand(['completion', 'zsh']);
	const script = put(folder, 'completion.zsh', out);
	const offer = (...words: string[]): string => {
		const all = words.map((word) => `'${word}'`).join(' ');
		const {stdout, stderr} = spawnSync(
			'zsh',
			[
				'-f',
				'-c',
				`compdef() { :; }; autoload -U +X bashcompinit && bashcompinit; source ${script}; offer() { emulate -L sh; setopt kshglob noshglob braceexpand; COMP_WORDS=(${all}); COMP_CWORD=${words.length - 1}; _k8s_walkthrough; }; offer; print -l -- "\${COMPREPLY[@]}"`,
			],
			{encoding: 'utf8', cwd: folder},
		);
		return stdout + stderr;
	};
	// zsh itself leaves out what does not begin with the word.
	t.regex(offer('k8s-walkthrough', 'check', '--fa'), /^--filename\n[^]*^--fail-on$/m);
	t.regex(offer('k8s-walkthrough', 'lessons', 'chec'), /^check\n--lessons\n/);
	t.regex(out, /^complete .* k8s-walkthrough kubectl-walkthrough$/m);
});
