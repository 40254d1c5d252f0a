// Starts the language server of the project's own environment, or the one that comes with this extension, and says which.
"use strict";
const fs = require("fs");
const path = require("path");
const { execFile } = require("child_process");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
let channel;

function answers(python, environment) {
  return new Promise((resolve) => {
    execFile(python, ["-c", "import sys, arbitre, pygls; print(arbitre.__version__, sys.version_info >= (3, 11))"], { env: environment, timeout: 20000 },
      (error, out) => resolve(!error && out.trim().endsWith("True") ? out.trim().split(" ")[0] : ""));
  });
}

function pythons(settings) {
  const chosen = settings.get("python");
  if (chosen) return [chosen];
  const own = (vscode.workspace.workspaceFolders || []).flatMap((folder) =>
    [".venv", "venv"].flatMap((name) => [path.join(folder.uri.fsPath, name, "bin", "python"), path.join(folder.uri.fsPath, name, "Scripts", "python.exe")]));
  return [...own.filter((file) => fs.existsSync(file)), process.platform === "win32" ? "python" : "python3"];
}

async function server(context) {
  const settings = vscode.workspace.getConfiguration("arbitre");
  const bundled = { ...process.env, PYTHONPATH: path.join(context.extensionPath, "bundled", "libs") };
  if (settings.get("server") === "environment") {
    for (const python of pythons(settings)) {
      const version = await answers(python, process.env);
      if (version) return { python, env: process.env, said: `the project's own arbitre ${version} (${python})` };
    }
  }
  for (const python of pythons(settings)) {
    const version = await answers(python, bundled);
    if (version) return { python, env: bundled, said: `the bundled arbitre ${version} (${python})` };
  }
  return undefined;
}

async function start(context) {
  const found = await server(context);
  if (!found) {
    channel.appendLine("No Python 3.11 or later was found: rulebooks are coloured, nothing more.");
    if (!context.globalState.get("told")) {
      await context.globalState.update("told", true);
      vscode.window.showWarningMessage("Arbitre needs Python 3.11 or later to check rulebooks. Set ‘arbitre.python’, or install Python.");
    }
    return;
  }
  channel.appendLine(`Language server: ${found.said}`);
  const settings = vscode.workspace.getConfiguration("arbitre");
  const options = { env: found.env };
  client = new LanguageClient("arbitre", "Arbitre", { command: found.python, args: ["-m", "arbitre", "lsp"], options }, {
    documentSelector: [{ language: "rules" }],
    initializationOptions: { language: settings.get("language") || vscode.env.language, odds: settings.get("odds") },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.rules") },
    outputChannel: channel,
  });
  await client.start();
}

function tasks() {
  const folder = (vscode.workspace.workspaceFolders || [])[0];
  return folder === undefined ? [] : ["check", "test"].map((command) => {
    const run = new vscode.ShellExecution("arbitre", [command, "${file}"]);
    const task = new vscode.Task({ type: "arbitre", command }, folder, `${command} this file`, "arbitre", run, command === "check" ? "$arbitre" : "$arbitre-test");
    task.group = command === "test" ? vscode.TaskGroup.Test : vscode.TaskGroup.Build;
    return task;
  });
}

async function activate(context) {
  channel = vscode.window.createOutputChannel("Arbitre");
  context.subscriptions.push(
    channel,
    vscode.commands.registerCommand("arbitre.restart", async () => { if (client) await client.stop(); await start(context); }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("arbitre")) { if (client) await client.stop(); await start(context); }
    }),
    vscode.tasks.registerTaskProvider("arbitre", { provideTasks: tasks, resolveTask: () => undefined }),
  );
  await start(context);
}

async function deactivate() {
  if (client) await client.stop();
}

module.exports = { activate, deactivate };
