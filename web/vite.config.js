import { defineConfig } from "vite";

const server = process.env.MPART_URL ?? "http://127.0.0.1:8099";
const interfacePaths = ["/samples", "/queries", "/model", "/graph", "/events", "/demo", "/health"];

export default defineConfig({
  base: "./", // the page may live below a path of a proxy
  build: {
    target: "es2022",
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        // The server embeds these files by name.
        entryFileNames: "assets/page.js",
        assetFileNames: "assets/page[extname]",
      },
    },
  },
  server: { proxy: Object.fromEntries(interfacePaths.map((path) => [path, server])) },
});
