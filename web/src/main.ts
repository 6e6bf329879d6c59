import { mount } from "svelte";
import "./ui/fonts.css";
import "./app.css";
import "./ui/felt.css";
import App from "./App.svelte";
import { learn } from "./model/language";
import "./model/pressed";

await learn();
const target = document.getElementById("app");
if (target) mount(App, { target });
