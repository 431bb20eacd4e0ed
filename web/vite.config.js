import { defineConfig } from "vite";

const server = process.env.MPART_URL ?? "http://127.0.0.1:8099";

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
  worker: {
    format: "es",
    rollupOptions: { output: { entryFileNames: "assets/worker.js" } },
  },
  server: { proxy: { "/v1": server } },
});
