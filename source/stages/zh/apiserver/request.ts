import {askedResource, auditedRequest, authorizersAsked, contentOf, recognised} from '../../digest/request.js';
import type {AccessQuestion, PathHandler, RequestFacts, User} from '../../facts/apiserver/request.js';
import {listed, quoted} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** `“bob”，属于组“a”、“b”`. */
const userInGroups = ({username, groups}: User): string =>
	groups.length === 0 ? `“${username}”` : `“${username}”，属于组${quoted(groups)}`;

/** `对命名空间“default”里的 pods 执行 list`. */
const what = (question: AccessQuestion): string => {
	if (!question.isResourceRequest) {
		return `对路径“${question.path}”执行 ${question.verb}`;
	}

	const {verb, namespace} = question;
	const asked = askedResource(question, (name) => `“${name}”`);
	const gap = asked.endsWith('”') ? '' : ' ';
	return `对${namespace === '' ? ' ' : `命名空间“${namespace}”里的 `}${asked}${gap}执行 ${verb}`;
};

const handlers: Readonly<Record<PathHandler, string>> = {
	'core-discovery': '核心组的发现',
	'group-list': '各个组的发现',
	'group-discovery': '一个组的发现',
	version: '版本',
	health: '健康',
	openapi: 'OpenAPI',
	metrics: '指标',
	index: '索引',
};

const routeSentence: Sentences<RequestFacts>['apiserver.route'] = (facts) => {
	switch (facts.route) {
		case 'proxy': {
			const to = `kube-apiserver 自己连接 ${facts.host}:${facts.port}`;
			if (facts.asks) {
				return `kube-apiserver 把请求转发给 ${facts.host}:${facts.port}，并等待响应。`;
			}

			return facts.status === undefined ? `${to}，但那里没有进程监听。` : `${to}，并转发响应：${facts.status}。`;
		}

		case 'resource': {
			const {path, group, version, resource, subresource} = facts.info;
			return `${path} 是 ${group === '' ? version : `${group}/${version}`} 中 ${resource} ${subresource === '' ? '' : `的子资源 ${subresource} `}已注册的路由；处理程序是“${facts.handler}”。`;
		}

		case 'read only': {
			return `${facts.info.path} 是一份只读文档：${handlers[facts.handler]}。`;
		}

		case 'no custom': {
			return `${facts.info.path} 属于定制资源 ${facts.info.resource}，它不支持这个请求。`;
		}

		case 'no method': {
			return `${facts.info.path} 属于 ${facts.info.resource}，那里不接受这个方法。`;
		}

		case 'path': {
			return `${facts.info.path} 没有注册任何资源；由一个路径处理程序接手：${handlers[facts.handler]}。`;
		}

		case 'remote': {
			return `${facts.info.path} 由另一个服务器处理，即它的 APIService 所指的服务器。`;
		}

		case 'unavailable': {
			return `${facts.info.path} 应由另一个服务器处理，但它的 APIService 不可用：将返回 503。`;
		}

		default: {
			return `${facts.info.path} 没有注册任何资源，也没有路径处理程序：将返回 404。`;
		}
	}
};

/** The caller's identity, by its proof. The group system:authenticated is not mentioned: every recognised user has it. */
const proof = (authenticator: string, caller: User): string => {
	const user = recognised(caller);
	switch (authenticator) {
		case 'x509': {
			return `客户端证书写明了调用方：通用名（CN）是用户，组织（O）是组。这是${userInGroups(user)}。`;
		}

		case 'token file': {
			return `静态令牌文件里有这个持有者令牌：它属于${userInGroups(user)}。`;
		}

		default: {
			return `服务账号令牌由本集群签发，它所绑定的对象仍然存在：这是${userInGroups(user)}。`;
		}
	}
};

const authenticateSentence: Sentences<RequestFacts>['apiserver.authenticate'] = (facts) => {
	if ('output' in facts) {
		return facts.verdict === 'authenticated'
			? `令牌属于“${facts.output.user?.username}”。`
			: `令牌不属于任何用户：${facts.output.error ?? '无法识别'}。`;
	}

	if ('authenticator' in facts) {
		if (facts.verdict === 'not mine') {
			return '这个持有者令牌不在静态令牌文件里；由下一个认证器继续。';
		}

		if (facts.verdict === 'refused') {
			return facts.problem === undefined
				? '这个持有者令牌不是本 apiserver 签发的。'
				: `${facts.subject} 的服务账号令牌不再有效：${facts.problem}。`;
		}

		return facts.authenticator === 'anonymous'
			? '请求没有带凭据，所以调用方是 system:unauthenticated 组的 system:anonymous。'
			: `${proof(facts.authenticator, facts.user)}${facts.dropsHeader ? '去掉 Authorization 头；请求改为附带该用户。' : '从这里起，请求附带这个用户。'}`;
	}

	if (facts.verdict === 'impersonated') {
		const {before, after} = facts;
		return `“${before.username}”可以伪装成“${after.username}”：请求现在的身份是${userInGroups(after)}。`;
	}

	if ('asked' in facts) {
		return `“${facts.user.username}”想以“${facts.wish.name}”的身份行事，却无权${what(facts.asked)}。`;
	}

	return 'wish' in facts
		? '用于伪装的请求头写了组或附加字段，却没写要伪装成哪个用户。'
		: '没有认证器接受这份凭据，所以返回 401。请求的其余部分不再读取。';
};

const authorizeSentence: Sentences<RequestFacts>['apiserver.authorize'] = (facts) => {
	if ('escalation' in facts) {
		const {user, escalation} = facts;
		return `${escalation.kind} “${escalation.name}”授予的会超出用户“${user.username}”自己的权限，所以不予存储：用户不能授予自己没有的权限。`;
	}

	if ('output' in facts) {
		return `“${facts.user.username}”在命名空间“${facts.namespace}”里有 ${facts.output.length} 条规则。`;
	}

	const {request, verdict, reason, opinions} = facts;
	if (!('authorizer' in facts)) {
		return `这次审查问：“${facts.request.user.username}”可否${what(request)}？${verdict === 'allowed' ? '可以' : '不可以'}${reason === '' ? '' : `，${reason}`}。`;
	}

	const who = `用户“${facts.user.username}”`;
	if (verdict === 'forbidden') {
		const asked = authorizersAsked(opinions);
		return `${who}不可以${what(request)}：${listed(asked)} ${asked.length > 1 ? '都' : ''}不允许${reason === '' ? '' : `（${reason}）`}。`;
	}

	switch (facts.authorizer) {
		case 'SystemMasters': {
			return `${who}可以${what(request)}：system:masters 的成员在检查任何规则之前就放行。`;
		}

		case 'Node': {
			return `Node 鉴权器允许“${facts.user.username}”${what(request)}：这关系到该 kubelet 自己的节点，或绑定到该节点的 Pod。`;
		}

		default: {
			return `${who}可以${what(request)}：${reason === '' ? `${facts.authorizer} 允许` : reason}。`;
		}
	}
};

/** The contents of a response. */
const content = (body: unknown): string => {
	const {items, object, resourceVersion} = contentOf(body);
	const what = items === undefined ? object && `，带 ${object}` : `，带 ${items} 项`;
	return what ? `${what}${resourceVersion === undefined ? '' : `，resourceVersion 为 ${resourceVersion}`}` : '';
};

/** The steps of every request, in Chinese. */
export const requestSentences: Translation<Sentences<RequestFacts>> = {
	'apiserver.route': routeSentence,
	'apiserver.authenticate': authenticateSentence,
	'apiserver.audit': ({event}) => `审计日志以 Metadata 级别记录：${event.user} 请求 ${auditedRequest(event)}。`,
	'apiserver.authorize': authorizeSentence,
	'apiserver.authorizer.*'({authorizer, verdict, reason, user, request, next}) {
		const why = reason === '' ? '' : `（${reason}）`;
		const question = `“${user.username}”能否${what(request)}`;
		if (verdict === 'no opinion') {
			return `鉴权器 ${authorizer} 对${question} 没有意见${why}：${next ? `接着由 ${next} 判断` : '它是最后一个，所以不允许'}。`;
		}

		return `鉴权器 ${authorizer} 判断${question}：${verdict === 'allow' ? '可以' : '不可以'}${why}。不再询问其他鉴权器。`;
	},
	'apiserver.convert'(facts) {
		const {kind, name = '', from, to} = facts;
		const what = `${kind} “${name}”从 ${from} 转换为 ${to}`;
		switch (facts.case) {
			case 'asks': {
				return `kube-apiserver 向 ${facts.url} 发送 ConversionReview，请求把 ${what}，最多等待 ${facts.timeoutSeconds} 秒。`;
			}

			case 'answers': {
				return `Webhook 已把 ${what}${facts.isAssumed ? '，只有版本改变（它的程序没有模拟，这是假定）' : ''}。`;
			}

			case 'failed': {
				return `${facts.message}。${facts.notCalled ? '模拟之外的服务器只有用 `serve --webhooks` 才会调用。' : ''}`;
			}
		}
	},
	'apiserver.respond'(facts) {
		if (!('code' in facts)) {
			return `kube-apiserver 已停止：${facts.method} ${facts.path} 得不到响应。`;
		}

		const {code, reason, message, body} = facts;
		return code >= 400
			? `kube-apiserver 返回 ${code}${reason ? ` ${reason}` : ''}：${message ?? String(body).trim()}`
			: `kube-apiserver 返回 ${code}${content(body)}。`;
	},
	'apiserver.decode'(facts) {
		if ('patch' in facts) {
			return `${facts.patch} 应用于 ${facts.kind} ${facts.name}，其 resourceVersion 为 ${facts.resourceVersion}。`;
		}

		return 'verdict' in facts
			? `请求体无法解码成 ${facts.target}。处理到此为止。`
			: `请求体解码成 ${facts.targetVersion} ${facts.target}：每个字段都与 API 的模式（schema）核对。`;
	},
};
