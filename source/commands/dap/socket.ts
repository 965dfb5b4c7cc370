import path from 'node:path';
import process from 'node:process';
import envPaths from 'env-paths';

/** The place where the server at a port accepts editors: a socket that only its user can open; on Windows, a pipe. */
export const socketOf = (port: number): string =>
	process.platform === 'win32'
		? String.raw`\\.\pipe\k8s-walkthrough-dap-${port}`
		: path.join(envPaths('k8s-walkthrough', {suffix: ''}).data, `dap-${port}.sock`);
